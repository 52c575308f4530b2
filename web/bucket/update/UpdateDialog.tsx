import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { replaceEntry } from '#domain/bucket/edit.ts';
import type { UpdateAnswers } from '#domain/bucket/update.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { LatestVersion } from './LatestVersion.tsx';
import { UpdateBody } from './UpdateBody.tsx';
import { type Outdated, planUpdate } from './updatePlan.ts';
import classes from './UpdateDialog.module.css';

type UpdateDialogProps = Readonly<{
  outdated: Outdated;
  /** `latest` also shows what the newest version says; undefined is closed. */
  mode: 'latest' | 'update' | undefined;
  onClose: () => void;
  /** Once it is taken, what opened the dialog may be gone. */
  onTaken: () => void;
}>;

/** What a newer version would change in this bucket, before it is taken. */
export function UpdateDialog({ outdated, mode, onClose, onTaken }: UpdateDialogProps) {
  const { entry, dial, newer } = outdated;
  return (
    <Modal
      opened={mode !== undefined}
      onClose={onClose}
      size={740}
      padding={0}
      title={
        <span className="ls-row ls-wrap">
          {mode === 'latest' ? newer.data.name : 'What the update would change'}
          {mode === 'latest' && (
            <>
              <span className={classes.version}>v{newer.version}</span>
              <span className={`ls-tiny ls-accent ${classes.latest}`}>LATEST</span>
            </>
          )}
        </span>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ header: `${classes.head}`, body: `ls-stack ${classes.body}`, content: `ls-stack` }}
    >
      {mode !== 'latest' && (
        <p className={`ls-row ls-base ls-ink-2 ${classes.intro}`}>
          {dial.data.name}, v{entry.version} → v{newer.version}
          <span className={`ls-tiny ls-accent ${classes.latest}`}>LATEST</span>
        </p>
      )}
      {mode !== undefined && (
        <Taking outdated={outdated} latest={mode === 'latest'} onClose={onClose} onTaken={onTaken} />
      )}
    </Modal>
  );
}

type TakingProps = Readonly<{ outdated: Outdated; latest: boolean; onClose: () => void; onTaken: () => void }>;

function Taking({ outdated, latest, onClose, onTaken }: TakingProps) {
  const { entries, change } = useEditor();
  const { entry, dial, newer } = outdated;
  const [answers, answer] = useState<UpdateAnswers>({});
  const plan = planUpdate(outdated, answers);
  const take = () => {
    onTaken();
    onClose();
    change(replaceEntry(entries, plan.next), `Updated ${dial.data.name} to v${newer.version}`);
  };
  return (
    <>
      <div className={classes.scroll}>
        {latest && <LatestVersion data={newer.data} />}
        {latest && <h3 className={`ls-rule ls-bold ${classes.heading}`}>What the update would change</h3>}
        <UpdateBody
          plan={plan}
          answers={answers}
          onAnswer={(value, side) => answer((before) => ({ ...before, [value]: side }))}
        />
      </div>
      <div className={`ls-row ls-wrap ls-end ls-fixed ls-rule ${classes.buttons}`}>
        {plan.open > 0 && <Open count={plan.open} />}
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep v{entry.version}
        </Button>
        <Button disabled={plan.open > 0} onClick={take}>
          Update Version
        </Button>
      </div>
    </>
  );
}

export function Open({ count }: Readonly<{ count: number }>) {
  return (
    <p className={`ls-amber ${classes.open}`} role="status">
      {count === 1 ? 'One value is still to be decided.' : `${count} values are still to be decided.`}
    </p>
  );
}
