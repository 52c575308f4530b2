import '@mantine/core/styles/CloseButton.layer.css';
import { Modal } from '@mantine/core';
import type { Matrix } from '#web/admin/query.ts';
import { useFocusBack } from '#web/kit/focus.ts';
import { AddForm } from './AddForm.tsx';
import classes from './AddBuckets.module.css';

export type AddBucketsProps = Readonly<{
  opened: boolean;
  matrix: Matrix;
  /** Reads the matrix again, after someone else changed it. */

  onClose: () => void;
}>;

export function AddBuckets({ opened, matrix, onClose }: AddBucketsProps) {
  useFocusBack(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Add buckets for COB"
      size={740}
      padding={0}
      // What was typed is not lost by a click beside it.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ header: `ls-fixed ${classes.head}`, body: 'ls-fill', content: `ls-stack ${classes.content}` }}
    >
      <AddForm matrix={matrix} onClose={onClose} />
    </Modal>
  );
}
