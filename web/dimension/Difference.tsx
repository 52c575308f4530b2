import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { type DialChange, scopeShift } from '#domain/dial/diff.ts';
import type { NameOption, IntervalsDimension } from '#domain/dimension/dimension.ts';
import type { Unit } from '#domain/dimension/format.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import {
  labelOfChange,
  describeValueChange,
  textParts,
  type ValueChange,
  valueText,
  memberName,
} from './changeWords.ts';
import { formatDay } from '#web/kit/format.ts';
import { groupNotation, type Interval, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { abbreviate } from '#domain/dimension/kind/intervals/kind.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { NumberLine } from './NumberLine.tsx';
import { scaleFor } from './numberScale.ts';
import classes from './Difference.module.css';

type DialDifferenceProps = Readonly<{ change: DialChange; nameOption: NameOption }>;

/** One field that differs, before and after. The label is above on narrow screens. */
export function DialDifference({ change, nameOption }: DialDifferenceProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.change} data-kind={change.kind}>
        <div className={`ls-ink-3 ls-break ${classes.label}`}>{labelOfChange(change)}</div>
        <div className={`ls-row ls-wrap ${classes.body}`}>
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
      return (
        <>
          <Replaced before={name(change.before)} after={name(change.after)} />
          <ShiftNote change={change} />
        </>
      );
    }
    case 'value':
      return <ValueDifference change={change} />;
    case 'text':
      return <TextDifference change={change} />;
  }
}

/** Struck through, arrow, new; a value that stays, once. */
function Replaced({ before, after }: Readonly<{ before: string; after: string }>) {
  if (before === after) return <b className="ls-num">{after}</b>;
  return (
    <span className={`ls-inline ls-wrap ls-break ls-num ${classes.replaced}`}>
      <span className="ls-hidden">from </span>
      <del className={`ls-ink-3 ${classes.old}`}>{before}</del>
      <IconTo size={14} stroke={1.75} aria-hidden className="ls-ink-4" />
      <span className="ls-hidden"> to </span>
      <ins className="ls-ink ls-bold">{after}</ins>
    </span>
  );
}

function ValueDifference({ change }: Readonly<{ change: Extract<DialChange, { kind: 'value' }> }>) {
  const text = (value: string | number | null) => (value === null ? 'Not set' : valueText(change.value, value));
  const moved = describeValueChange(change.value, change.before, change.after);
  return (
    <>
      <Replaced before={text(change.before)} after={text(change.after)} />
      {moved && <ChangeBar change={moved} />}
    </>
  );
}

function ChangeBar({ change: { text, share } }: Readonly<{ change: ValueChange }>) {
  return (
    <span className="ls-inline ls-gap-10 ls-small ls-num ls-ink-2">
      <CentredBar share={share} width={108} />
      {text}
    </span>
  );
}

/** Lower to the left, higher to the right; at least 2 px. */
export function CentredBar({ share, width }: Readonly<{ share: number; width: number }>) {
  const [middle, length] = [width / 2, Math.max(2, (Math.abs(share) * width) / 2)];
  return (
    <svg width={width} height="7" viewBox={`0 0 ${width} 7`} aria-hidden className={`ls-fixed ${classes.bar}`}>
      <rect x="0.5" y="0.5" width={width - 1} height="6" rx="1" className={classes.barTrack} />
      <rect x={share < 0 ? middle - length : middle} y="0.5" width={length} height="6" />
      <path d={`M${middle} 0V7`} className={classes.barCentre} />
    </svg>
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
    <p className={`ls-lines ls-ink-2 ${classes.prose}`}>
      {start}
      {removed !== '' && <del data-tone="red">{removed}</del>}
      {added !== '' && <ins data-tone="green">{added}</ins>}
      {end}
    </p>
  );
}

const CHIP = `ls-chip ls-break ${classes.chip}`;

type SetDifferenceProps = Readonly<{
  change: Extract<DialChange, { kind: 'list' | 'options' }>;
  nameOption: NameOption;
}>;

/** Unchanged members are context; additions and removals are what matters. */
const MAX_SHOWN = { kept: 6, moved: 40 } as const;

/** `United States`, `+ Canada`, struck `Mexico`. If one side is any, no single member was added or removed. */
function SetDifference({ change, nameOption }: SetDifferenceProps) {
  const name = (code: string) => memberName(change, code, nameOption);
  const { kept, added, removed } = change;
  const shift = scopeShift(change);
  if (shift !== undefined) {
    const any = change.kind === 'list' ? 'Every journey' : 'Any';
    const names = [...added, ...removed].map(name);
    const rest = names.length - MAX_SHOWN.moved;
    const members = names.slice(0, MAX_SHOWN.moved).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
    const [before, after] = shift === 'restricted' ? [any, `Only ${members}`] : [members, any];
    return (
      <>
        <Replaced before={before} after={after} />
        <ShiftNote change={change} />
      </>
    );
  }
  return (
    <>
      <ul className="ls-list ls-row ls-wrap ls-gap-6">
        {kept.slice(0, MAX_SHOWN.kept).map((code) => (
          <li key={code} className={CHIP}>
            {name(code)}
          </li>
        ))}
        <More count={kept.length - MAX_SHOWN.kept} word="unchanged" />
        {added.slice(0, MAX_SHOWN.moved).map((code) => (
          <li key={code} className={CHIP} data-tone="green">
            <span className="ls-hidden">added </span>
            <ins>
              <span aria-hidden>+ </span>
              {name(code)}
            </ins>
          </li>
        ))}
        <More count={added.length - MAX_SHOWN.moved} word="added" />
        {removed.slice(0, MAX_SHOWN.moved).map((code) => (
          <li key={code} className={CHIP} data-tone="red">
            <span className="ls-hidden">removed </span>
            <del>{name(code)}</del>
          </li>
        ))}
        <More count={removed.length - MAX_SHOWN.moved} word="removed" />
      </ul>
    </>
  );
}

function More({ count, word }: Readonly<{ count: number; word: string }>) {
  return count > 0 ? (
    <li className={`ls-small ls-ink-3 ${classes.more}`}>
      +{count} {word}
    </li>
  ) : null;
}

type IntervalsChange = Extract<DialChange, { kind: 'intervals' }>;

/** Two lines on one axis, with what was gained and lost. */
function IntervalsDifference({ change }: Readonly<{ change: IntervalsChange }>) {
  const { before, after, gained, lost } = change;
  const [old, now] = [intervalsOf(before), intervalsOf(after)];
  const dimension = dimensionOf(change.dimension) as IntervalsDimension;
  const scale = scaleFor(dimension);
  const oldEnds = old.flatMap(({ lower, upper }) => [lower?.at, upper?.at]).filter((at) => at !== undefined);
  return (
    <div className={`ls-grow ${classes.intervals}`}>
      <div className={classes.lines}>
        <span className={`ls-bold ls-red ${classes.sign}`} aria-hidden>
          −
        </span>
        <NumberLine
          intervals={old}
          scale={scale}
          width="full"
          tone="grey"
          ticks={false}
          label={describeSide('Before', before)}
        />
        <span className={`ls-bold ls-green ${classes.sign}`} aria-hidden>
          +
        </span>
        {/* The axis is shared: the ends of the line above are named below, too. */}
        <NumberLine
          intervals={now}
          scale={{ ...scale, marks: [...oldEnds, 0] }}
          width="full"
          ticks
          label={describeSide('Now', after)}
        />
      </div>
      <dl className={`ls-row ls-wrap ls-small ls-loose ${classes.covered}`}>
        <Covered label="Gained" notation={gained} unit={dimension.unit} />
        <Covered label="Lost" notation={lost} unit={dimension.unit} />
      </dl>
      <ShiftNote change={change} />
    </div>
  );
}

/** An unset dimension covers everything. */
const EVERYTHING: readonly Interval[] = [{ lower: null, upper: null }];

export function intervalsOf(notation: string | null): readonly Interval[] {
  const parsed = notation === null ? undefined : parseIntervals(notation, { negative: true });
  return parsed?.ok ? parsed.asWritten : EVERYTHING;
}

const describeSide = (when: string, notation: string | null) =>
  `${when}: ${notation === null ? 'not set, any value' : groupNotation(notation)}`;

type CoveredProps = Readonly<{ label: string; notation: string; unit: Unit }>;

function Covered({ label, notation, unit }: CoveredProps) {
  if (notation === '') return null;
  return (
    <div className="ls-row ls-top">
      <dt className="ls-ink-3">{label}</dt>
      <dd className="ls-break ls-ink-2" title={groupNotation(notation)}>
        {abbreviate(notation, unit)}
      </dd>
    </div>
  );
}

const SHIFT_WORDS = {
  restricted: {
    what: 'A restriction.',
    dimension: 'Not set before: any value matched.',
    list: 'Every journey matched before.',
  },
  widened: { what: 'Wider.', dimension: 'No longer set: any value matches.', list: 'Every journey matches.' },
} as const;

/** An unset field matches every risk, so setting or clearing it is the bigger change. */
function ShiftNote({ change }: Readonly<{ change: DialChange }>) {
  const shift = scopeShift(change);
  if (shift === undefined) return null;
  const words = SHIFT_WORDS[shift];
  return (
    <p className={`ls-small ls-ink-3 ${classes.note}`}>
      <span className={`ls-medium ${shift === 'restricted' ? 'ls-amber' : ''}`}>{words.what}</span>{' '}
      {words[change.kind === 'list' ? 'list' : 'dimension']}
    </p>
  );
}
