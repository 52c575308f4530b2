import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { DialChange } from '#domain/dial/diff.ts';
import type { NameOption, IntervalsDimension } from '#domain/dimension/dimension.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { labelOfChange, percentChange, percentText, textParts, valueText, memberName } from './changeWords.ts';
import { formatDay } from '#web/kit/format.ts';
import { type Interval, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { NumberLine } from './NumberLine.tsx';
import { scaleFor } from './numberScale.ts';
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

type SetDifferenceProps = Readonly<{
  change: Extract<DialChange, { kind: 'list' | 'options' }>;
  nameOption: NameOption;
}>;

/** What stayed is only there to compare with; what came or went is the news. */
const MOST = { kept: 6, moved: 40 } as const;

/** `United States`, `+ Canada`, struck `Mexico`. */
function SetDifference({ change, nameOption }: SetDifferenceProps) {
  const name = (code: string) => memberName(change, code, nameOption);
  const { kept, added, removed } = change;
  return (
    <>
      <ul className={classes.chips}>
        {kept.slice(0, MOST.kept).map((code) => (
          <li key={code} className={classes.kept}>
            {name(code)}
          </li>
        ))}
        <More count={kept.length - MOST.kept} word="unchanged" />
        {added.slice(0, MOST.moved).map((code) => (
          <li key={code} className={classes.addedChip}>
            <span className="ls-hidden">added </span>
            <ins>
              <span aria-hidden>+ </span>
              {name(code)}
            </ins>
          </li>
        ))}
        <More count={added.length - MOST.moved} word="added" />
        {removed.slice(0, MOST.moved).map((code) => (
          <li key={code} className={classes.removedChip}>
            <span className="ls-hidden">removed </span>
            <del>{name(code)}</del>
          </li>
        ))}
        <More count={removed.length - MOST.moved} word="removed" />
      </ul>
      {change.kind === 'options' && <UnsetNote before={change.before} after={change.after} />}
    </>
  );
}

function More({ count, word }: Readonly<{ count: number; word: string }>) {
  return count > 0 ? (
    <li className={classes.more}>
      +{count} {word}
    </li>
  ) : null;
}

type IntervalsChange = Extract<DialChange, { kind: 'intervals' }>;

/** Two lines on one axis, and what is covered now that was not, and the other way round. */
function IntervalsDifference({ change }: Readonly<{ change: IntervalsChange }>) {
  const { before, after, gained, lost } = change;
  const [old, now] = [intervalsOf(before), intervalsOf(after)];
  const scale = scaleFor(dimensionOf(change.dimension) as IntervalsDimension);
  const oldEnds = old.flatMap(({ lower, upper }) => [lower?.at, upper?.at]).filter((at) => at !== undefined);
  return (
    <div className={classes.intervals}>
      <div className={classes.lines}>
        <span className={classes.minus} aria-hidden>
          −
        </span>
        <NumberLine
          intervals={old}
          scale={scale}
          width="full"
          tone="grey"
          ticks={false}
          label={heard('Before', before)}
        />
        <span className={classes.plus} aria-hidden>
          +
        </span>
        {/* The axis is shared: the ends of the line above are named below, too. */}
        <NumberLine
          intervals={now}
          scale={{ ...scale, marks: [...oldEnds, 0] }}
          width="full"
          ticks
          label={heard('Now', after)}
        />
      </div>
      <dl className={classes.covered}>
        <Covered label="Gained" notation={gained} />
        <Covered label="Lost" notation={lost} />
      </dl>
      <UnsetNote before={before !== null} after={after !== null} />
    </div>
  );
}

/** A dimension that is not set covers everything. */
const EVERYTHING: readonly Interval[] = [{ lower: null, upper: null }];

function intervalsOf(notation: string | null): readonly Interval[] {
  const parsed = notation === null ? undefined : parseIntervals(notation, { negative: true });
  return parsed?.ok ? parsed.asWritten : EVERYTHING;
}

const heard = (when: string, notation: string | null) => `${when}: ${notation ?? 'not set, any value'}`;

function Covered({ label, notation }: Readonly<{ label: string; notation: string }>) {
  if (notation === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd className="ls-mono">{notation}</dd>
    </div>
  );
}

/** A dimension that is not set matches every risk: coming or going, that is the bigger news. */
function UnsetNote({ before, after }: Readonly<{ before: boolean; after: boolean }>) {
  if (before && after) return null;
  return (
    <p className={classes.note}>
      {before ? 'No longer set: any value matches.' : 'Not set before: any value matched.'}
    </p>
  );
}
