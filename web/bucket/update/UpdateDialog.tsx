import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { replaceEntry } from '#domain/bucket/edit.ts';
import type { UpdateAnswers } from '#domain/bucket/update.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { UpdateBody } from './UpdateBody.tsx';
import { type OutdatedDial, planUpdate } from './updatePlan.ts';
import classes from './UpdateDialog.module.css';
import type { DialData } from '#domain/dial/dial.ts';
import { sentence } from '#domain/dial/sentence.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { valueText } from '#web/dimension/changeWords.ts';

type UpdateDialogProps = Readonly<{
  outdated: OutdatedDial;
  /** `latest` also shows the newest version; undefined is closed. */
  mode: 'latest' | 'update' | undefined;
  onClose: () => void;
  /** After the update, the element that opened the dialog may be gone. */
  onTaken: () => void;
}>;

/** What a newer version would change in this bucket. */
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
              <span className="ls-tag">v{newer.version}</span>
              <span className="ls-caps ls-accent">LATEST</span>
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
          <span className="ls-caps ls-accent">LATEST</span>
        </p>
      )}
      {mode !== undefined && (
        <Taking outdated={outdated} latest={mode === 'latest'} onClose={onClose} onTaken={onTaken} />
      )}
    </Modal>
  );
}

type TakingProps = Readonly<{ outdated: OutdatedDial; latest: boolean; onClose: () => void; onTaken: () => void }>;

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
      <div className={`ls-scroll ls-rule ${classes.scroll}`}>
        {latest && <LatestVersion data={newer.data} />}
        {latest && <h3 className={`ls-rule ls-title ${classes.heading}`}>What the update would change</h3>}
        <UpdateBody
          plan={plan}
          answers={answers}
          onAnswer={(value, side) => answer((before) => ({ ...before, [value]: side }))}
        />
      </div>
      <div className="ls-dialog-bar">
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
    <p className="ls-grow ls-amber" role="status">
      {count === 1 ? 'One value is still to be decided.' : `${count} values are still to be decided.`}
    </p>
  );
}

/** The newest version: when it applies, and its values. */
function LatestVersion({ data }: Readonly<{ data: DialData }>) {
  const nameOption = useNameOption();
  return (
    <section className={classes.says} aria-label="What the newest version says">
      {data.reason !== '' && <p className="ls-ink-2 ls-below-8">{data.reason}</p>}
      <p className={classes.sentence}>
        Applies when{' '}
        {sentence(data, nameOption).map(({ text, fact }, index) =>
          fact ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
        )}
      </p>
      <dl className={`ls-facts ${classes.values}`}>
        {VALUE_KEYS.map((key) => {
          const value = data.values[key];
          return (
            <div key={key}>
              <dt>{VALUES[key].label}</dt>
              <dd className={value === undefined ? 'ls-ink-3' : 'ls-num ls-bold'}>
                {value === undefined ? 'Not set' : valueText(key, value)}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
