import { Menu } from '@mantine/core';
import IconDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactNode } from 'react';
import {
  type SheetAnswer,
  type SheetAnswers,
  type SheetDifference,
  type TakenChange,
  targetKey,
  type ValueTarget,
} from '#domain/sheet/difference.ts';
import { NOTHING } from '#domain/sheet/words.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { moveByArrows } from '#web/kit/arrowRows.ts';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { right, Table } from '#web/kit/Table.tsx';
import { Row } from './DifferenceRow.tsx';
import { AllMissing, QuestionRow } from './QuestionRow.tsx';
import {
  describeLater,
  describeLaterPart,
  describeOutcome,
  describeQuestions,
  describeTaken,
  fieldText,
  isKind,
} from './words.ts';
import classes from './Sheet.module.css';

/** More rows of one part are shown on demand. */
const FIRST_ROWS = 100;
/** From this many missing rows on, one answer for all is offered. */
const MANY_MISSING = 3;

export type DifferenceTableProps = Readonly<{
  difference: SheetDifference;
  answers: SheetAnswers;
  disabled: boolean;
  /** Whether others saved since the export. Otherwise what differs was in the draft already when live was exported. */
  isSavedSince: boolean;
  /** Who saved what is there now, if that is known: "Demo Underwriter 11:36". */
  saved: string | undefined;
  /** Why the draft of a dial is not saved. */
  refusalOf: (change: Omit<TakenChange, 'key'>) => string | undefined;
  mayEditDials: boolean;
  onAnswer: (keys: readonly string[], side: SheetAnswer, text: string) => void;
  onTarget: (key: string, target: ValueTarget) => void;
}>;

const COLUMNS = [
  { label: 'Cell', width: 72 },
  'Dial and value',
  { ...right('Exported'), width: 100 },
  { ...right('In the sheet'), width: 108 },
  { ...right('Now'), width: 96 },
  { label: 'In the draft', width: 160 },
] as const;

/** The sheet against the bucket: what is asked, what is taken, and what others saved meanwhile. */
export function DifferenceTable(props: DifferenceTableProps) {
  const { difference, answers, disabled, isSavedSince, saved, refusalOf, mayEditDials, onAnswer, onTarget } = props;
  const { questions, taken, later, entries } = difference;
  const versions = new Map(entries.map(({ dial_id, version }) => [dial_id, version]));
  const missing = questions.filter(isKind('missing')).map(({ key }) => key);
  return (
    <div className="ls-card ls-scroll">
      <div onKeyDown={(event) => moveByArrows(event)}>
        <Table label="The sheet against the bucket" className="ls-table-fixed" columns={COLUMNS}>
          <Part
            id="questions"
            title="Asked"
            text={describeQuestions(questions)}
            action={
              missing.length >= MANY_MISSING && (
                <AllMissing
                  count={missing.length}
                  disabled={disabled}
                  onAnswer={(side, text) => onAnswer(missing, side, text)}
                />
              )
            }
            rows={questions.map((question) => (
              <QuestionRow
                key={question.key}
                question={question}
                chosen={answers.get(question.key)}
                saved={saved}
                disabled={disabled}
                onAnswer={(side, text) => onAnswer([question.key], side, text)}
              />
            ))}
          />
          <Part
            id="taken"
            title="Taken from the sheet"
            text="nobody else touched these"
            rows={taken.map(({ key, ...change }) => (
              <Row
                key={key}
                {...change}
                text={describeTaken(change, versions.get(change.dial_id ?? ''))}
                marked="sheet"
                isOverride={change.outcome.kind === 'override'}
                draft={
                  <Outcome
                    change={change}
                    refusal={refusalOf(change)}
                    canChoose={mayEditDials && !disabled}
                    onTarget={(target) => onTarget(targetKey(change.dial_id ?? '', change.field as ValueKey), target)}
                  />
                }
              />
            ))}
          />
          <Part
            id="later"
            title={isSavedSince ? 'Saved meanwhile' : 'In the draft already'}
            text={describeLaterPart(later.length)}
            rows={later.map(({ key, ...change }) => (
              <Row
                key={key}
                {...change}
                cell={change.cell ?? NOTHING}
                text={fieldText(change.field)}
                marked="now"
                draft={
                  <>
                    {describeLater(change)}
                    {saved !== undefined && <span className="ls-block ls-small ls-ink-2">{saved}</span>}
                  </>
                }
              />
            ))}
          />
        </Table>
      </div>
    </div>
  );
}

type PartProps = Readonly<{ id: string; title: string; text: string; action?: ReactNode; rows: readonly ReactNode[] }>;

function Part({ id, title, text, action, rows }: PartProps) {
  const list = useShowAll(rows, FIRST_ROWS);
  if (rows.length === 0) return null;
  return (
    <tbody id={`sheet-${id}`}>
      <tr>
        <th colSpan={COLUMNS.length} scope="rowgroup" className={`ls-sunken ${classes.part}`}>
          <span className="ls-row ls-spread ls-wrap">
            <span>
              <b className="ls-ink">{title}</b> <span className={`ls-small ls-ink-2 ${classes.partText}`}>{text}</span>
            </span>
            {action}
          </span>
        </th>
      </tr>
      {list.shown}
      {list.count > 0 && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <ShowAll list={list} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

type OutcomeProps = Readonly<{
  change: Omit<TakenChange, 'key'>;
  refusal: string | undefined;
  canChoose: boolean;
  onTarget: (target: ValueTarget) => void;
}>;

/** A changed own value goes where the person chooses: here, or into a draft of the dial. */
function Outcome({ change, refusal, canChoose, onTarget }: OutcomeProps) {
  const { text, className } = describeOutcome(change.outcome);
  if (refusal !== undefined) return <span className="ls-red">Not saved: {refusal}</span>;
  if (change.target === undefined || !canChoose) return <span className={className}>{text}</span>;
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <button type="button" className={`ls-plain ls-inline ${className} ${classes.target}`}>
          {text}
          <IconDown size={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onTarget('here')}>Override here</Menu.Item>
        <Menu.Item onClick={() => onTarget('dial')}>In a draft of the dial</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
