import { Button } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type ReactNode, useId } from 'react';
import { DialogFrame } from './Dialog.tsx';
import { agree } from './plural.ts';
import classes from './ConflictDialog.module.css';

type Side = 'theirs' | 'mine';
type Sides = Readonly<Record<Side, ReactNode>>;

/** The conflicts. */
type ConflictQuestion = Sides & Readonly<{ key: string; label: string; chosen: Side }>;
/** Changes of one side, or what each side did. Without a label: one row for all of it. */
type ConflictRow = Sides & Readonly<{ label?: string }>;

type ConflictDialogProps = Readonly<{
  /** The sentence without a full stop: "Demo Cyber Lead saved this draft at 11:02". */
  title: string;
  /** The number of this person's unsaved changes. */
  unsaved: number;
  questions: readonly ConflictQuestion[];
  onChoose: (key: string, side: Side) => void;
  /** Changes without conflict. */
  rows: readonly ConflictRow[];
  /** The confirming button. */
  confirm: ReactNode;
  onClose: () => void;
}>;

/** Someone saved in between. Shows both sides; only conflicts need a choice. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, unsaved, questions, onChoose, rows, confirm, onClose } = props;
  return (
    <DialogFrame
      size={640}
      onClose={onClose}
      hasButtons
      isTall
      title={
        <span className="ls-row ls-top ls-gap-10">
          <IconWarning size={18} className={`ls-amber ${classes.warning}`} aria-hidden />
          {title}
        </span>
      }
    >
      <div className="ls-scroll">
        <p className="ls-ink-2 ls-dialog-part">{describe(unsaved, questions.length)}</p>
        {questions.map(({ key, ...question }) => (
          <Question key={key} {...question} onChoose={(side) => onChoose(key, side)} />
        ))}
        {rows.length > 0 && <Unquestioned rows={rows} />}
      </div>
      <div className="ls-dialog-bar">
        <Button variant="subtle" color="slate" onClick={onClose} data-autofocus>
          Keep editing
        </Button>
        {confirm}
      </div>
    </DialogFrame>
  );
}

function describe(unsaved: number, questions: number): string {
  if (unsaved === 0) return 'You have changed nothing since, so nothing is lost.';
  const kept = agree(unsaved, 'Your change is still here.', `Your ${unsaved} changes are still here.`);
  if (questions === 0) return `${kept} None touches what they changed.`;
  return `${kept} ${agree(questions, 'One touches the same value.', `${questions} touch the same values.`)}`;
}

type QuestionProps = Omit<ConflictQuestion, 'key'> & Readonly<{ onChoose: (side: Side) => void }>;

function Question({ label, chosen, theirs, mine, onChoose }: QuestionProps) {
  const name = useId();
  const sides = [
    ['theirs', 'Theirs', theirs],
    ['mine', 'Yours', mine],
  ] as const;
  return (
    <fieldset className={`ls-rule ${classes.question}`}>
      <legend className="ls-hidden">{label}</legend>
      {sides.map(([side, title, value]) => (
        <label key={side} className={`ls-stack ls-sunken ${classes.side}`}>
          <input
            type="radio"
            className="ls-hidden"
            name={name}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <span className="ls-row ls-spread ls-small ls-ink-2">
            {title}
            <IconCheck size={15} stroke={2} className={`ls-accent ${classes.check}`} aria-hidden />
          </span>
          <span>{label}</span>
          <span className={`ls-num ls-bold ls-break ${classes.value}`}>{value}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Unquestioned({ rows }: Readonly<{ rows: readonly ConflictRow[] }>) {
  const named = rows.some(({ label }) => label !== undefined);
  return (
    <table className={`ls-wide ls-rule ${classes.table}`} data-named={named || undefined}>
      <caption>Merged from both sides</caption>
      <thead>
        <tr>
          {named && <th scope="col">Field</th>}
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, theirs, mine }, index) => (
          <tr key={label ?? index}>
            {named && <th scope="row">{label}</th>}
            <td>{theirs}</td>
            <td>{mine}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
