import { Button } from '@mantine/core';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { SheetAnswer, SheetQuestion } from '#domain/sheet/difference.ts';
import { NOTHING } from '#domain/sheet/words.ts';
import { ARROW_ROW } from '#web/kit/arrowRows.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { Subject } from './DifferenceRow.tsx';
import { fieldText } from './words.ts';
import classes from './Sheet.module.css';

const TINY_SHARE = '. Below 0.5%: was a percent sign lost?';

type Choice = Readonly<{ side: SheetAnswer; value: string; note: string }>;

/** The two sides of a question. `saved`: who saved what is there now, if that is known. */
function choicesOf(question: SheetQuestion, saved: string | undefined): readonly Choice[] {
  switch (question.kind) {
    case 'cell':
      return [
        { side: 'sheet', value: question.sheet, note: 'In the sheet' },
        { side: 'now', value: question.now, note: saved ?? 'Now' },
      ];
    case 'missing':
      return [
        { side: 'sheet', value: 'Remove it', note: 'In the sheet' },
        {
          side: 'now',
          value: 'Keep it',
          note: question.isChangedSince ? (saved ?? 'Changed since the export') : 'Unchanged since the export',
        },
      ];
    case 'order': {
      const moves = (count: number) => `${plural(count, 'dial')} ${agree(count, 'moves', 'move')}`;
      return [
        { side: 'sheet', value: 'Order of the rows', note: moves(question.moves.sheet) },
        { side: 'now', value: 'Column Position', note: moves(question.moves.now) },
      ];
    }
  }
}

type CellQuestionProps = Readonly<{
  label: string;
  choices: readonly Choice[];
  chosen: SheetAnswer | undefined;
  disabled: boolean;
  onChoose: (side: SheetAnswer) => void;
}>;

const SIDE_KEYS: Readonly<Record<string, SheetAnswer>> = { ArrowLeft: 'sheet', ArrowRight: 'now' };

/** Two empty radios: nothing is preset. Left and right choose, up and down leave for another row. */
function CellQuestion({ label, choices, chosen, disabled, onChoose }: CellQuestionProps) {
  const name = useId();
  const radios = useRef(new Map<SheetAnswer, HTMLInputElement>());
  const reached = chosen ?? choices[0]?.side;
  const choose = (event: KeyboardEvent) => {
    const side = SIDE_KEYS[event.key];
    if (side === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    radios.current.get(side)?.focus();
    if (side !== chosen) onChoose(side);
  };
  return (
    <fieldset className={classes.question} disabled={disabled} onKeyDown={choose}>
      <legend className="ls-hidden">{label}</legend>
      {choices.map(({ side, value, note }) => (
        <label key={side} className={classes.choice}>
          <input
            ref={(radio) => {
              if (radio) radios.current.set(side, radio);
            }}
            type="radio"
            {...(side === reached && ARROW_ROW)}
            className={`ls-radio ${classes.radio}`}
            name={name}
            value={side}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <b className="ls-num ls-break">{value}</b>
          <span className={`ls-small ls-ink-2 ls-break ${classes.note}`}>{note}</span>
        </label>
      ))}
    </fieldset>
  );
}

type QuestionRowProps = Readonly<{
  question: SheetQuestion;
  chosen: SheetAnswer | undefined;
  saved: string | undefined;
  disabled: boolean;
  onAnswer: (side: SheetAnswer, text: string) => void;
}>;

export function QuestionRow({ question, chosen, saved, disabled, onAnswer }: QuestionRowProps) {
  const choices = choicesOf(question, saved);
  const subject = subjectOf(question);
  return (
    <tr data-open={chosen === undefined || undefined}>
      {question.kind === 'order' ? (
        <th scope="row" colSpan={2}>
          <b className="ls-block">{subject.name}</b>
          <span className="ls-block ls-small ls-ink-2 ls-normal">{subject.text}</span>
        </th>
      ) : (
        <Subject cell={question.kind === 'cell' ? question.cell : NOTHING} position={question.position} {...subject} />
      )}
      <td className="ls-right ls-ink-3 ls-break">
        {question.kind === 'cell' && question.exported}
        {question.kind === 'missing' && question.sheetRow - 1}
      </td>
      <td colSpan={3} className={classes.choices}>
        <CellQuestion
          label={`${subject.name}, ${subject.text}`}
          choices={choices}
          chosen={chosen}
          disabled={disabled}
          onChoose={(side) => onAnswer(side, choices.find((choice) => choice.side === side)?.value ?? '')}
        />
      </td>
    </tr>
  );
}

function subjectOf(question: SheetQuestion): Readonly<{ name: string; text: string }> {
  switch (question.kind) {
    case 'cell':
      return { name: question.name, text: `${fieldText(question.field)}${question.isTinyShare ? TINY_SHARE : ''}` };
    case 'missing':
      return { name: question.name, text: `Row ${question.sheetRow} is gone from the sheet` };
    case 'order':
      return { name: 'Which order counts?', text: 'The rows stand in another order than their positions say' };
  }
}

type AllMissingProps = Readonly<{
  count: number;
  disabled: boolean;
  onAnswer: (side: SheetAnswer, text: string) => void;
}>;

export function AllMissing({ count, disabled, onAnswer }: AllMissingProps) {
  return (
    <span className="ls-row">
      <span className="ls-small ls-ink-2">Removed in the sheet, or just filtered out?</span>
      <Button
        size="compact-xs"
        variant="default"
        disabled={disabled}
        onClick={() => onAnswer('sheet', `Remove all ${count}`)}
      >
        Remove all {count}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={disabled}
        onClick={() => onAnswer('now', `Keep all ${count}`)}
      >
        Keep all {count}
      </Button>
    </span>
  );
}
