import { Button, Modal } from '@mantine/core';
import { useMemo, useState, useId } from 'react';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { plural } from '#web/kit/plural.ts';
import { Tooltip } from '#web/kit/Tooltip.tsx';
import { outdatedIn, type OutdatedDial, planUpdate, type UpdatePlan } from './updatePlan.ts';
import type { UpdateAnswers, UpdateAnswer } from '#domain/bucket/update.ts';
import { Open } from './UpdateDialog.tsx';
import classes from './UpdateDialog.module.css';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ValueKey } from '#domain/value/registry.ts';
import { UpdateBody } from './UpdateBody.tsx';

/** The button with the number of outdated dials, and the dialog that updates them. */
export function UpdateAll() {
  const { entries, lookup } = useEditor();
  const [opened, open] = useState(false);
  const outdated = useMemo(() => outdatedIn(entries, lookup), [entries, lookup]);
  const none = outdated.length === 0;
  return (
    <>
      <Tooltip label="Every dial of this bucket is at its newest version." position="top" disabled={!none}>
        <Button
          variant="default"
          rightSection={!none && <span className="ls-ink-3 ls-medium">{outdated.length}</span>}
          // A disabled button takes no focus, so nobody could read why.
          {...(none && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => !none && open(true)}
        >
          Update all Dials
        </Button>
      </Tooltip>
      <UpdateAllDialog opened={opened} outdated={outdated} onClose={() => open(false)} />
    </>
  );
}

type UpdateAllDialogProps = Readonly<{
  title?: string;
  opened: boolean;
  outdated: readonly OutdatedDial[];
  onClose: () => void;
}>;

/** Every outdated dial: which ones to update, and the questions this raises. */
export function UpdateAllDialog({ title = 'Update all Dials', opened, outdated, onClose }: UpdateAllDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={740}
      padding={0}
      title={
        <span className="ls-row ls-wrap">
          {title}
          <span className="ls-title ls-ink-3 ls-medium">{outdated.length}</span>
        </span>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ header: `${classes.head}`, body: `ls-stack ${classes.body}`, content: `ls-stack` }}
    >
      <Choosing outdated={outdated} onClose={onClose} />
    </Modal>
  );
}

/** More would only be scrolled past. */
const MAX_UNFOLDED = 6;

type Answers = Readonly<Record<string, UpdateAnswers>>;

function Choosing({ outdated, onClose }: Omit<UpdateAllDialogProps, 'opened'>) {
  const { entries, change } = useEditor();
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [answers, answer] = useState<Answers>({});
  const plans = outdated.map((one) => ({ one, plan: planUpdate(one, answers[one.entry.dial_id] ?? {}) }));
  const selected = plans.filter(({ one }) => !excluded.has(one.entry.dial_id));
  const open = selected.reduce((sum, { plan }) => sum + plan.open, 0);

  const take = () => {
    const next = new Map(selected.map(({ plan }) => [plan.next.dial_id, plan.next]));
    onClose();
    change(
      entries.map((entry) => next.get(entry.dial_id) ?? entry),
      selected.length === 1 ? `Updated ${selected[0]?.one.dial.data.name}` : `Updated ${selected.length} dials`,
    );
  };
  const include = (id: string, yes: boolean) =>
    setExcluded((before) => new Set(yes ? [...before].filter((each) => each !== id) : [...before, id]));

  return (
    <>
      <ul className={`ls-list ls-scroll ls-rule ${classes.scroll}`}>
        {plans.map(({ one, plan }) => {
          const { dial_id: id } = one.entry;
          return (
            <UpdateOne
              key={id}
              outdated={one}
              plan={plan}
              included={!excluded.has(id)}
              unfolded={outdated.length <= MAX_UNFOLDED}
              answers={answers[id] ?? {}}
              onInclude={(yes) => include(id, yes)}
              onAnswer={(value, side) => answer((before) => ({ ...before, [id]: { ...before[id], [value]: side } }))}
            />
          );
        })}
      </ul>
      <div className="ls-dialog-bar">
        {open > 0 && <Open count={open} />}
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep as it is
        </Button>
        <Button disabled={open > 0 || selected.length === 0} onClick={take}>
          Update {plural(selected.length, 'Dial')}
        </Button>
      </div>
    </>
  );
}

type UpdateOneProps = Readonly<{
  outdated: OutdatedDial;
  plan: UpdatePlan;
  included: boolean;
  /** Shows the changes from the start. */
  unfolded: boolean;
  answers: UpdateAnswers;
  onInclude: (yes: boolean) => void;
  onAnswer: (value: ValueKey, answer: UpdateAnswer) => void;
}>;

/** One dial among several: questions are expanded, and the rest on request. */
function UpdateOne({ outdated, plan, included, unfolded, answers, onInclude, onAnswer }: UpdateOneProps) {
  const { entry, position, dial, newer } = outdated;
  const [opened, open] = useState(unfolded || plan.questions.length > 0);
  const id = useId();
  return (
    <li className={classes.one} data-left={!included || undefined}>
      <div className={`ls-row ls-gap-12 ${classes.row}`}>
        <label className="ls-row ls-gap-10 ls-grow">
          <input
            type="checkbox"
            className={classes.box}
            checked={included}
            onChange={(event) => onInclude(event.currentTarget.checked)}
          />
          <span className={`ls-fixed ls-right ls-num ls-ink-3 ${classes.position}`}>{position}</span>
          <span className={`ls-clip ls-semi ${classes.name}`}>{dial.data.name}</span>
        </label>
        <span className="ls-fixed ls-mid ls-blue ls-semi">
          v{entry.version} → v{newer.version}
        </span>
        <button
          type="button"
          className={`ls-plain ls-inline ls-end ls-fixed ls-ink-2 ${classes.toggle}`}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => open(!opened)}
        >
          <span className="ls-hidden">{dial.data.name}: </span>
          {changeWords(plan)}
          <IconOpen size={14} aria-hidden />
        </button>
      </div>
      <div id={id} hidden={!opened} className={`ls-rule ${classes.changes}`}>
        {opened && <UpdateBody plan={plan} answers={answers} onAnswer={onAnswer} />}
      </div>
    </li>
  );
}

function changeWords({ questions, changes }: UpdatePlan): string {
  const changed = plural(changes.length, 'change');
  return questions.length === 0 ? changed : `${questions.length} to decide, ${changed}`;
}
