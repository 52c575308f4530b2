import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { UpdateAnswers } from '#domain/bucket/update.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { Open } from './UpdateDialog.tsx';
import { UpdateOne } from './UpdateOne.tsx';
import { type Outdated, planUpdate } from './updatePlan.ts';
import classes from './UpdateDialog.module.css';

type UpdateAllDialogProps = Readonly<{ opened: boolean; outdated: readonly Outdated[]; onClose: () => void }>;

/** Every dial with a newer version: which of them are taken, and what has to be decided for that. */
export function UpdateAllDialog({ opened, outdated, onClose }: UpdateAllDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={740}
      padding={0}
      title={
        <span className="ls-row ls-wrap">
          Update all Dials
          <span className={`ls-ink-3 ls-medium ${classes.count}`}>{outdated.length}</span>
        </span>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ header: `${classes.head}`, body: `ls-stack ${classes.body}`, content: `ls-stack` }}
    >
      <Choosing outdated={outdated} onClose={onClose} />
    </Modal>
  );
}

/** More than these would only be scrolled past. */
const MOST_UNFOLDED = 6;

type Answers = Readonly<Record<string, UpdateAnswers>>;

function Choosing({ outdated, onClose }: Omit<UpdateAllDialogProps, 'opened'>) {
  const { entries, change } = useEditor();
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const [answers, answer] = useState<Answers>({});
  const plans = outdated.map((one) => ({ one, plan: planUpdate(one, answers[one.entry.dial_id] ?? {}) }));
  const taken = plans.filter(({ one }) => !left.has(one.entry.dial_id));
  const open = taken.reduce((sum, { plan }) => sum + plan.open, 0);
  const words = taken.length === 1 ? '1 Dial' : `${taken.length} Dials`;

  const take = () => {
    const next = new Map(taken.map(({ plan }) => [plan.next.dial_id, plan.next]));
    onClose();
    change(
      entries.map((entry) => next.get(entry.dial_id) ?? entry),
      taken.length === 1 ? `Updated ${taken[0]?.one.dial.data.name}` : `Updated ${taken.length} dials`,
    );
  };
  const include = (id: string, yes: boolean) =>
    leave((before) => new Set(yes ? [...before].filter((each) => each !== id) : [...before, id]));

  return (
    <>
      <ul className={`ls-list ${classes.list}`}>
        {plans.map(({ one, plan }) => {
          const { dial_id: id } = one.entry;
          return (
            <UpdateOne
              key={id}
              outdated={one}
              plan={plan}
              included={!left.has(id)}
              unfolded={outdated.length <= MOST_UNFOLDED}
              answers={answers[id] ?? {}}
              onInclude={(yes) => include(id, yes)}
              onAnswer={(value, side) => answer((before) => ({ ...before, [id]: { ...before[id], [value]: side } }))}
            />
          );
        })}
      </ul>
      <div className={`ls-row ls-wrap ls-end ls-fixed ls-rule ${classes.buttons}`}>
        {open > 0 && <Open count={open} />}
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep as it is
        </Button>
        <Button disabled={open > 0 || taken.length === 0} onClick={take}>
          Update {words}
        </Button>
      </div>
    </>
  );
}
