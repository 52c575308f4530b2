import { Button } from '@mantine/core';
import classes from './SaveBar.module.css';

type SaveBarProps = Readonly<{
  /** The unsaved changes: "3 changes". */
  text: string;
  saveLabel: string;
  busy: boolean;
  onDiscard: () => void;
  onSave: () => void;
}>;

/** At the bottom of the page while something is unsaved. */
export function SaveBar({ text, saveLabel, busy, onDiscard, onSave }: SaveBarProps) {
  return (
    <>
      <div className={`ls-fixed ${classes.gap}`} />
      <div className={`ls-row ls-fixed ls-rule ${classes.bar}`}>
        <p role="status" className={`ls-row ls-bold ${classes.unsaved}`}>
          {text}
        </p>
        <Button variant="subtle" color="slate" onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="filled" loading={busy} data-track={saveLabel} onClick={onSave}>
          {saveLabel}
        </Button>
      </div>
    </>
  );
}
