import type { ReactNode } from 'react';
import { findMoves, type ValueMove } from '#domain/evaluation/against.ts';
import type { Evaluation } from '#domain/evaluation/evaluate.ts';
import { numberWord } from '#domain/review/round.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { Replaced } from '#web/rule/Replaced.tsx';
import { ChangeChip } from '#web/kit/ChangeCounter.tsx';
import { agree } from '#web/kit/plural.ts';
import type { RiskTrial, TriedList } from './tried.ts';
import classes from './TryRisk.module.css';

type AgainstProps = Readonly<{ title: string; /** At the right end. */ aside?: ReactNode; children: ReactNode }>;

/** One line of the card below the result: the values compared with something else. */
export function Against({ title, aside, children }: AgainstProps) {
  return (
    <div className={`ls-row ls-wrap ${classes.against}`} role="group" aria-label={title}>
      <h2 className="ls-title">{title}</h2>
      <div className={`ls-row ls-wrap ls-grow ${classes.moves}`}>{children}</div>
      {aside !== undefined && <div className="ls-ink-3">{aside}</div>}
    </div>
  );
}

type AgainstListProps = Readonly<{ tried: RiskTrial; other: TriedList; otherValues: Evaluation['values'] }>;

/** What the same risk gets from the other list, if it differs. */
export function AgainstList({ tried, other, otherValues }: AgainstListProps) {
  const title = `Against ${other.label.toLowerCase()}`;
  if (other.noAnswer) return <Against title={title}>{other.noAnswer}</Against>;
  const before = { entries: other.entries, values: otherValues };
  const moves = findMoves(before, { entries: tried.list.entries, values: tried.evaluation.values });
  return (
    <Against title={title} aside={restWords(moves.length, Object.keys(otherValues).length > 0)}>
      {moves.map((move) => (
        <Move key={move.key} move={move} />
      ))}
    </Against>
  );
}

function Move({ move: { key: name, before, after, why } }: Readonly<{ move: ValueMove }>) {
  return (
    <span className="ls-row ls-num">
      <span className="ls-ink-3">{VALUES[name].label}</span>
      <Replaced before={valueText(name, before, 'Not set')} after={valueText(name, after, 'Not set')} />
      <ChangeChip kind={why} />
    </span>
  );
}

function restWords(moved: number, isAnySet: boolean): string | undefined {
  const rest = VALUE_KEYS.length - moved;
  if (moved === 0)
    return isAnySet
      ? `All ${numberWord(VALUE_KEYS.length).toLowerCase()} values are the same`
      : 'No value is set on either side';
  if (rest === 0) return undefined;
  return agree(
    rest,
    'The other value stays the same',
    `The other ${numberWord(rest).toLowerCase()} values stay the same`,
  );
}
