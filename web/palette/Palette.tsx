import { Modal } from '@mantine/core';
import { useFocusBack } from '#web/kit/focus.ts';
import { PaletteBody, type PaletteBodyProps } from './PaletteBody.tsx';
import classes from './Palette.module.css';

type PaletteProps = PaletteBodyProps & Readonly<{ opened: boolean }>;

/** Finds anything, and runs global actions, over any page. */
export function Palette({ opened, ...body }: PaletteProps) {
  useFocusBack(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={body.onClose}
      closeOnEscape={false}
      size={664}
      yOffset={84}
      lockScroll={false}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ content: classes.palette }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything" radius={14}>
        <PaletteBody {...body} />
      </Modal.Content>
    </Modal.Root>
  );
}
