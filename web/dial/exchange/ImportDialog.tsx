import { useCallback, useState } from 'react';
import { dials } from '#web/dial/list/listText.ts';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { FileDrop, RefusedFile, useFileField } from '#web/kit/FileDrop.tsx';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { notifySuccess } from '#web/kit/Toaster.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { useImport } from './useImport.ts';
import { download } from '#web/kit/download.ts';
import { useFileDrop } from '#web/kit/useFileDrop.ts';
import classes from './Import.module.css';

type ImportDialogProps = Readonly<{
  onClose: () => void;
  /** The ids of the dials whose drafts were written. */
  onImported: (drafts: readonly string[]) => void;
}>;

/** Import dials: choose a file, preview it, then write all of it or nothing. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <DialogFrame
      onClose={busy ? () => undefined : onClose}
      title="Import dials"
      size={880}
      closesOutside={false}
      isTall
    >
      <ImportSteps onClose={onClose} onImported={onImported} onBusy={setBusy} />
    </DialogFrame>
  );
}

type ImportStepsProps = Pick<ImportDialogProps, 'onClose' | 'onImported'> &
  Readonly<{ onBusy: (busy: boolean) => void }>;

/** Mounted with the dialog: closing it drops the file. */
function ImportSteps({ onClose, onImported, onBusy }: ImportStepsProps) {
  const onDone = useCallback(
    (drafts: readonly string[]) => {
      notifySuccess(`${dials(drafts.length)} imported as drafts`);
      onImported(drafts);
      onClose();
    },
    [onClose, onImported],
  );
  const { state, choose, write, restart } = useImport(onDone);
  // Later, too, a file beside the preview must not replace the page.
  const isOver = useFileDrop(state.step === 'choose', choose, 'dialog');
  switch (state.step) {
    case 'choose':
      return <ImportChoose problems={state.problems} fileName={state.fileName} isOver={isOver} onFile={choose} />;
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
          notices={state.notices}
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

type ImportChooseProps = Readonly<{
  /** Why the previous file was refused. */
  problems: readonly string[];
  fileName: string | undefined;
  isOver: boolean;
  onFile: (file: File) => void;
}>;

async function downloadTable(): Promise<void> {
  const { EXAMPLE_DIALS, writeDialsCsv } = await import('./dialsCsv.ts');
  download('dials.csv', writeDialsCsv(EXAMPLE_DIALS), 'text/csv;charset=utf-8');
}

function ImportChoose({ problems, fileName, isOver, onFile }: ImportChooseProps) {
  const { ask, field } = useFileField({
    label: 'File of dials',
    accept: '.json,.csv,.xlsx,application/json,text/csv',
    onFile,
  });
  return (
    <div className={`ls-scroll ${classes.choose}`}>
      <p className="ls-ink-3 ls-below-14">You see a preview before anything is written.</p>
      {problems.length > 0 && (
        <RefusedFile title={`${fileName} cannot be imported.`} reasons={problems} className="ls-below-14" />
      )}
      {field}
      <FileDrop title="Drop a .xlsx, .csv or .json file here" isOver={isOver} onChoose={ask}>
        <li>JSON: one dial, a list of dials, or a file exported here.</li>
        <li>
          Excel or CSV: one dial per row and one column per field. Several values are separated by “; ”, intervals are
          written as <span className="ls-mono">[0,12)</span>, what is empty is not set.{' '}
          <button type="button" className="ls-link ls-bold" onClick={() => void downloadTable()}>
            Download a table with two examples
          </button>
        </li>
        <li>A row with the id of a dial changes that dial; without an id it is a new one.</li>
        <li>New and changed dials become drafts. Nothing is published.</li>
      </FileDrop>
    </div>
  );
}
