import '@mantine/core/styles/CloseButton.layer.css';
import { Modal } from '@mantine/core';
import { useCallback, useState } from 'react';
import { dials } from '#web/dial/list/listText.ts';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { notifySuccess } from '#web/kit/Toaster.tsx';
import { ImportChoose } from './ImportChoose.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { useImport } from './useImport.ts';
import classes from './Import.module.css';

type ImportDialogProps = Readonly<{ opened: boolean; onClose: () => void }>;

/** Import dials: choose a file, look at what it would do, then write all of it or nothing. */
export function ImportDialog({ opened, onClose }: ImportDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      title="Import dials"
      size={880}
      padding={0}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
      classNames={{ content: `${classes.dialog}`, header: `${classes.head}`, body: `${classes.frame}` }}
    >
      <ImportSteps onClose={onClose} onBusy={setBusy} />
    </Modal>
  );
}

type ImportStepsProps = Readonly<{ onClose: () => void; onBusy: (busy: boolean) => void }>;

/** Mounted with the dialog: closing it forgets the file. */
function ImportSteps({ onClose, onBusy }: ImportStepsProps) {
  const onDone = useCallback(
    (created: number, changed: number) => {
      notifySuccess(`${dials(created + changed)} imported as drafts`);
      onClose();
    },
    [onClose],
  );
  const { state, choose, write, restart } = useImport(onDone);
  switch (state.step) {
    case 'choose':
      return <ImportChoose problems={state.problems} fileName={state.fileName} onFile={(file) => void choose(file)} />;
    case 'reading':
      return (
        <div className={classes.reading}>
          <LoadingIndicator size="small" />
        </div>
      );
    case 'preview':
      return (
        <ImportPreview
          fileName={state.fileName}
          rows={state.rows}
          missing={state.missing}
          note={state.note}
          busy={state.busy}
          onImport={(ticked) => {
            onBusy(true);
            void write(state, ticked).finally(() => onBusy(false));
          }}
          onRestart={restart}
        />
      );
  }
}
