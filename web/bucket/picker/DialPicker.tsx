import '@mantine/core/styles/CloseButton.layer.css';
import { Modal } from '@mantine/core';
import { PickerBody } from './PickerBody.tsx';
import classes from './DialPicker.module.css';

export type DialPickerProps = Readonly<{ opened: boolean; onClose: () => void }>;

/** Published dials to add to the bucket. What was chosen is forgotten when it closes. */
export function DialPicker({ opened, onClose }: DialPickerProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Add Dials"
      size={740}
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        header: `ls-fixed ${classes.head}`,
        body: `ls-stack ${classes.modal}`,
        content: `ls-stack ${classes.content}`,
      }}
    >
      <PickerBody onClose={onClose} />
    </Modal>
  );
}
