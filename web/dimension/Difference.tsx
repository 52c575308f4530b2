import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { DialChange } from '#domain/dial/diff.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { labelOfChange, percentChange, percentText, textParts, valueText } from './changeWords.ts';
import { IntervalsDifference } from './DifferenceIntervals.tsx';
import { SetDifference } from './DifferenceSet.tsx';
import { formatDay } from '#web/kit/format.ts';
import classes from './Difference.module.css';

export type DialDifferenceProps = Readonly<{ change: DialChange; nameOption: NameOption }>;

/** One field that differs, as it was and as it is. The label stands above where there is little room. */
export function DialDifference({ change, nameOption }: DialDifferenceProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.change} data-kind={change.kind}>
        <div className={classes.label}>{labelOfChange(change)}</div>
        <div className={classes.body}>
          <Body change={change} nameOption={nameOption} />
        </div>
      </div>
    </div>
  );
}

function Body({ change, nameOption }: DialDifferenceProps) {
  switch (change.kind) {
    case 'intervals':
      return <IntervalsDifference change={change} />;
    case 'options':
    case 'list':
      return <SetDifference change={change} nameOption={nameOption} />;
    case 'choice': {
      const name = (choice: string | boolean | null) => describeValue(change.dimension, choice, nameOption);
      return <Replaced before={name(change.before)} after={name(change.after)} />;
    }
    case 'value':
      return <ValueDifference change={change} />;
    case 'text':
      return <TextDifference change={change} />;
  }
}

/** Struck, arrow, new. */
function Replaced({ before, after }: Readonly<{ before: string; after: string }>) {
  return (
    <span className={classes.replaced}>
      <span className="ls-hidden">from </span>
      <del className={classes.old}>{before}</del>
      <IconTo size={14} stroke={1.75} aria-hidden className={classes.arrow} />
      <span className="ls-hidden"> to </span>
      <ins className={classes.new}>{after}</ins>
    </span>
  );
}

function ValueDifference({ change }: Readonly<{ change: Extract<DialChange, { kind: 'value' }> }>) {
  const text = (value: string | number | null) => (value === null ? 'Not set' : valueText(change.value, value));
  const percent = percentChange(change.before, change.after);
  return (
    <>
      <Replaced before={text(change.before)} after={text(change.after)} />
      {percent !== undefined && <PercentBar percent={percent} />}
    </>
  );
}

/** Half of the bar. Beyond it only the number tells. */
const FULL_PERCENT = 50;

function PercentBar({ percent }: Readonly<{ percent: number }>) {
  const width = Math.max(1, Math.min(Math.abs(percent) / FULL_PERCENT, 1) * 50);
  return (
    <span className={classes.percent}>
      <svg width="108" height="7" viewBox="0 0 108 7" aria-hidden className={classes.bar}>
        <rect x="0.5" y="0.5" width="107" height="6" rx="1" className={classes.barTrack} />
        <rect x={(percent < 0 ? 50 - width : 50) * 1.08} y="0.5" width={width * 1.08} height="6" />
        <path d="M54 0V7" className={classes.barCentre} />
      </svg>
      {percentText(percent)}
    </span>
  );
}

function TextDifference({ change }: Readonly<{ change: Extract<DialChange, { kind: 'text' }> }>) {
  const { field, before, after } = change;
  if (field === 'active_from' || field === 'active_until') {
    const day = (value: string | null) => {
      if (value !== null) return formatDay(value);
      return field === 'active_from' ? 'No start' : 'No end';
    };
    return <Replaced before={day(before)} after={day(after)} />;
  }
  if (field === 'name' || !before || !after) return <Replaced before={before || 'Empty'} after={after || 'Empty'} />;
  const { start, removed, added, end } = textParts(before, after);
  return (
    <p className={classes.prose}>
      {start}
      {removed !== '' && <del className={classes.removed}>{removed}</del>}
      {added !== '' && <ins className={classes.added}>{added}</ins>}
      {end}
    </p>
  );
}
