import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { ReactNode } from 'react';
import { type DialChange, scopeShift } from '#domain/dial/diff.ts';
import type { IntervalsDimension, NameOption } from '#domain/dimension/dimension.ts';
import { abbreviate } from '#domain/dimension/kind/intervals/kind.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { describeValueChange, labelOfChange, memberName, valueText } from '#web/dimension/changeWords.ts';
import { CentredBar, intervalsOf } from '#web/dimension/Difference.tsx';
import { NumberLine } from '#web/dimension/NumberLine.tsx';
import { scaleFor } from '#web/dimension/numberScale.ts';
import { formatDay } from '#web/kit/format.ts';
import classes from './ChangeRows.module.css';

type LineProps = Readonly<{ label: string; bar?: ReactNode; move?: string | undefined; children: ReactNode }>;

export function Line({ label, bar, move, children }: LineProps) {
  return (
    <li className={classes.line}>
      <span className="ls-ink-3">{label}</span>
      <span className={`ls-num ${classes.amount}`}>{children}</span>
      {bar}
      {move !== undefined && <span className={`ls-small ls-num ls-ink-2 ${classes.move}`}>{move}</span>}
    </li>
  );
}

export function Replaced({
  before,
  after,
  tone = 'ls-ink',
}: Readonly<{ before: string; after: string; tone?: string }>) {
  if (before === after) return <b className={tone}>{after}</b>;
  return (
    <>
      <span className="ls-hidden">from </span>
      <del className="ls-ink-3">{before}</del>{' '}
      <IconTo size={12} stroke={1.75} aria-hidden className={`ls-ink-4 ${classes.to}`} />
      <span className="ls-hidden"> to </span> <ins className={`ls-bold ${tone}`}>{after}</ins>
    </>
  );
}

type Amount = string | number | null;
type ValueLineProps = Readonly<{ value: ValueKey; before: Amount; after: Amount; isOverride?: boolean }>;

export function ValueLine({ value, before, after, isOverride = false }: ValueLineProps) {
  const text = (amount: Amount) => (amount === null ? 'not set' : valueText(value, amount));
  const moved = describeValueChange(value, before, after);
  return (
    <Line label={VALUES[value].label} bar={moved && <CentredBar share={moved.share} width={48} />} move={moved?.text}>
      <Replaced before={text(before)} after={text(after)} tone={isOverride ? 'ls-violet' : 'ls-ink'} />
    </Line>
  );
}

type FieldLineProps = Readonly<{ change: DialChange; nameOption: NameOption }>;

/** A changed field; of one that is no value, only what is gained and lost. */
export function FieldLine({ change, nameOption }: FieldLineProps) {
  if (change.kind === 'value') return <ValueLine {...change} />;
  const label = labelOfChange(change);
  if (change.kind !== 'intervals') return <Line label={label}>{describeField(change, nameOption)}</Line>;
  const dimension = dimensionOf(change.dimension) as IntervalsDimension;
  return (
    <Line
      label={label}
      bar={
        <span className={classes.axis}>
          <NumberLine
            intervals={intervalsOf(change.after)}
            scale={scaleFor(dimension)}
            width={122}
            label={change.after ?? 'any value'}
          />
        </span>
      }
    >
      {describeField(change, nameOption)}
    </Line>
  );
}

function GainedLost({ gained, lost }: Readonly<{ gained: string; lost: string }>) {
  return (
    <>
      {gained !== '' && (
        <ins>
          <b className="ls-green" aria-hidden>
            +
          </b>
          <span className="ls-hidden">gained</span> {gained}
        </ins>
      )}{' '}
      {lost !== '' && (
        <span>
          <b className="ls-red" aria-hidden>
            −
          </b>
          <span className="ls-hidden">lost</span> {lost}
        </span>
      )}
    </>
  );
}

/** More are counted. */
const MAX_NAMES = 2;

/** What is gained and lost in a field that is no value. */
export function describeField(change: Exclude<DialChange, { kind: 'value' }>, nameOption: NameOption): ReactNode {
  if (change.kind === 'intervals') {
    const { unit } = dimensionOf(change.dimension) as IntervalsDimension;
    return (
      <GainedLost
        gained={change.gained && abbreviate(change.gained, unit)}
        lost={change.lost && abbreviate(change.lost, unit)}
      />
    );
  }
  if (change.kind === 'choice') {
    const name = (choice: string | boolean | null) => describeValue(change.dimension, choice, nameOption);
    return <Replaced before={name(change.before)} after={name(change.after)} />;
  }
  if (change.kind === 'text') {
    const { field, before, after } = change;
    if (field !== 'active_from' && field !== 'active_until') return <span className="ls-ink-2">changed</span>;
    const day = (value: string | null) => (value === null ? 'not set' : formatDay(value));
    return <Replaced before={day(before)} after={day(after)} />;
  }
  const list = (codes: readonly string[]) => {
    const names = codes.slice(0, MAX_NAMES).map((code) => memberName(change, code, nameOption));
    return names.join(', ') + (codes.length > MAX_NAMES ? ` and ${codes.length - MAX_NAMES} more` : '');
  };
  const { added, removed } = change;
  const shift = scopeShift(change);
  if (shift === 'restricted') return <Replaced before="any" after={`only ${list(added)}`} />;
  if (shift === 'widened') return <Replaced before={list(removed)} after="any" />;
  return <GainedLost gained={list(added)} lost={list(removed)} />;
}
