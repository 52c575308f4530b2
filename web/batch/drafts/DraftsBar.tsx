import { Button } from '@mantine/core';
import IconUndo from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import { useState } from 'react';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { useEscape } from '#web/kit/useEscape.ts';
import { writeKeys } from '#web/kit/stroke.ts';
import type { DraftsState } from './useDrafts.ts';
import classes from './Drafts.module.css';
import { SubmitDrafts } from './SubmitDrafts.tsx';

type DraftsBarProps = Readonly<{
  drafts: DraftsState;
  /** The number of drafts, shown or not. */
  total: number;
}>;

/** The actions on the selected drafts. */
export function DraftsBar({ drafts, total }: DraftsBarProps) {
  const { chosen, chosenSet: set, undoing, discarding } = drafts;
  const [dialog, setDialog] = useState<'submit' | 'discard'>();
  const close = () => setDialog(undefined);
  useEscape(drafts.clear, { fromFields: true });
  const undo = () => {
    if (set?.can_undo) void undoing.run(set);
  };
  const outsideText = (run: () => void) => (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return false;
    return run();
  };
  useKeys(THIS_PAGE, [
    { keys: 'mod+A', does: 'Select all shown', run: outsideText(() => drafts.pick(drafts.plan, true)), inFields: true },
    { keys: 'mod+Enter', does: 'Submit the selected drafts', run: () => setDialog('submit'), inFields: true },
    { keys: 'mod+Z', does: 'Undo the drafts saved together', run: outsideText(undo), inFields: true },
    { keys: 'Esc', does: 'Clear the selection' },
  ]);
  const count = plural(chosen.length, 'draft');
  return (
    <div role="group" aria-label="Selected drafts" className={`ls-row ls-wrap ls-spread ls-grow ${classes.bar}`}>
      <p className="ls-row ls-gap-14">
        <b role="status">{`${chosen.length} of ${total} selected`}</b>
        <button type="button" className="ls-link ls-semi" onClick={drafts.clear}>
          Clear
        </button>
      </p>
      <div className="ls-row ls-wrap">
        {set && (
          <Button
            variant="subtle"
            color="slate"
            leftSection={set.can_undo && <IconUndo size={16} aria-hidden />}
            disabled={!set.can_undo}
            title={set.can_undo ? writeKeys('mod+Z') : 'One of these drafts was changed since they were saved together'}
            loading={undoing.busy}
            onClick={undo}
          >
            {set.can_undo ? 'Undo' : 'Changed since'}
          </Button>
        )}
        <Button variant="default" c="var(--ls-red-text)" onClick={() => setDialog('discard')}>
          Discard
        </Button>
        <Button title={writeKeys('mod+Enter')} onClick={() => setDialog('submit')}>
          {agree(chosen.length, 'Submit for Review', `Submit ${chosen.length} together`)}
        </Button>
      </div>
      {dialog === 'discard' && (
        <ConfirmDialog
          title={`Discard ${count}?`}
          text="Live stays as it is."
          submit={`Discard ${count}`}
          keep={agree(chosen.length, 'Keep draft', 'Keep drafts')}
          danger
          change={discarding}
          onConfirm={() => void discarding.run().then((done) => done && close())}
          onClose={() => {
            discarding.forget();
            close();
          }}
        />
      )}
      {dialog === 'submit' && chosen.length > 0 && <SubmitDrafts drafts={drafts} onClose={close} />}
    </div>
  );
}
