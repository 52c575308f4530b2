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
import { useNameOption } from './query.ts';
import { Replaced } from './Replaced.tsx';
import classes from './Difference.module.css';

type DialDifferenceProps = Readonly<{
  change: DialChange;
  /** Whether its value is an override of the bucket. */
  isOverride?: boolean | undefined;
}>;

type DialDifferencesProps = Readonly<{
  changes: readonly DialChange[];
  className?: string | undefined;
  label?: string;
}>;

/** Every field that differs, one below the other, in a list with that name. */
export function DialDifferences({ changes, className = '', label }: DialDifferencesProps) {
  const lines = changes.map((change) => (
    <DialDifference key={`${change.kind} ${labelOfChange(change)}`} change={change} />
  ));
  if (label === undefined) return lines;
  return (
    <ul className={`ls-list ${className}`} aria-label={label}>
      {lines.map((line) => (
        <li key={line.key}>{line}</li>
      ))}
    </ul>
  );
}

/** One field that differs, before and after. The label is above on narrow screens. */
export function DialDifference({ change, isOverride }: DialDifferenceProps) {
  const nameOption = useNameOption();
  return (
    <div className={classes.frame}>
      <div className={classes.change} data-kind={change.kind}>
        <div className={`ls-ink-3 ls-break ${classes.label}`}>{labelOfChange(change)}</div>
        <div className={`ls-row ls-wrap ${classes.body}`}>
          <Whole change={change} nameOption={nameOption} isOverride={isOverride} />
        </div>
      </div>
    </div>
  );
}

type NamedChange<Kind extends DialChange['kind'] = DialChange['kind']> = Readonly<{
  change: Extract<DialChange, { kind: Kind }>;
  nameOption: NameOption;
}>;

function Whole({ change, nameOption, isOverride = false }: NamedChange & Pick<DialDifferenceProps, 'isOverride'>) {
  if (change.kind === 'intervals') return <IntervalsDifference change={change} />;
  // A name is replaced as a whole.
  if (change.kind === 'text' && isProse(change) && change.field !== 'name' && change.before && change.after)
    return <ProseDifference before={change.before} after={change.after} />;
  const replaced = describeReplaced(change, nameOption, WHOLE);
  if (replaced === undefined) return isSet(change) && <SetDifference change={change} nameOption={nameOption} />;
  const moved = change.kind === 'value' && describeValueChange(change.value, change.before, change.after);
  return (
    <>
      <Replaced {...replaced} isOverride={isOverride} className={`ls-inline ls-wrap ls-break ${classes.replaced}`} />
      {moved && <ChangeBar change={moved} />}
      <ShiftNote change={change} />
    </>
  );
}

/** The same in one line, without its label: what is gained and lost. */
export function DialDifferenceText({ change, isOverride = false }: DialDifferenceProps) {
  const nameOption = useNameOption();
  if (isProse(change)) return <span className="ls-ink-2">changed</span>;
  const replaced = describeReplaced(change, nameOption, BRIEF);
  if (replaced) return <Replaced {...replaced} isOverride={isOverride} />;
  if (change.kind === 'intervals') {
    const { unit } = dimensionOf(change.dimension) as IntervalsDimension;
    const [gained, lost] = [change.gained, change.lost].map((notation) => notation && abbreviate(notation, unit));
    return <GainedLost gained={gained} lost={lost} />;
  }
  if (!isSet(change)) return null;
  const [gained, lost] = [change.added, change.removed].map((codes) => listMembers(change, codes, nameOption, BRIEF));
  return <GainedLost gained={gained} lost={lost} />;
}

function GainedLost({ gained, lost }: Readonly<{ gained: string | undefined; lost: string | undefined }>) {
  return (
    <>
      {gained && (
        <ins className={classes.gained}>
          <b className="ls-green" aria-hidden>
            +
          </b>
          <span className="ls-hidden">gained</span> {gained}
        </ins>
      )}{' '}
      {lost && (
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

type Words = Readonly<{
  none: string;
  anyMember: (change: SetChange) => string;
  only: string;
  start: string;
  end: string;
  /** How many members are named; more are counted. */
  members: number;
}>;
type SetChange = Extract<DialChange, { kind: 'list' | 'options' }>;

/** The words of a whole difference, and of one in a line. */
const WHOLE: Words = {
  none: 'Not set',
  anyMember: ({ kind }) => (kind === 'list' ? 'Every journey' : 'Any'),
  only: 'Only',
  start: 'No start',
  end: 'No end',
  members: 40,
};
const BRIEF: Words = {
  none: 'not set',
  anyMember: () => 'any',
  only: 'only',
  start: 'not set',
  end: 'not set',
  members: 2,
};

const isSet = (change: DialChange): change is SetChange => change.kind === 'list' || change.kind === 'options';
const isProse = (change: DialChange): boolean =>
  change.kind === 'text' && change.field !== 'active_from' && change.field !== 'active_until';

/** Returns both sides of a change that replaces one thing by another; undefined if it adds and removes. */
function describeReplaced(change: DialChange, nameOption: NameOption, words: Words) {
  const both = <T,>({ before, after }: Readonly<{ before: T; after: T }>, text: (side: T) => string) => ({
    before: text(before),
    after: text(after),
  });
  switch (change.kind) {
    case 'intervals':
      return undefined;
    case 'value':
      return both(change, (side) => valueText(change.value, side, words.none));
    case 'choice':
      return both(change, (side) => describeValue(change.dimension, side, nameOption));
    case 'text': {
      if (isProse(change)) return both(change, (side) => side || 'Empty');
      const none = change.field === 'active_from' ? words.start : words.end;
      return both(change, (side) => (side === null ? none : formatDay(side)));
    }
    case 'list':
    case 'options': {
      const shift = scopeShift(change);
      if (shift === undefined) return undefined;
      const members = listMembers(change, [...change.added, ...change.removed], nameOption, words);
      const any = words.anyMember(change);
      return shift === 'restricted'
        ? { before: any, after: `${words.only} ${members}` }
        : { before: members, after: any };
    }
  }
}

function listMembers(change: SetChange, codes: readonly string[], nameOption: NameOption, { members }: Words): string {
  const names = codes.slice(0, members).map((code) => memberName(change, code, nameOption));
  return names.join(', ') + (codes.length > members ? ` and ${codes.length - members} more` : '');
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

/** Marks what differs in a text. */
function ProseDifference({ before, after }: Readonly<{ before: string; after: string }>) {
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

/** Unchanged members are context; additions and removals are what matters. */
const MAX_SHOWN = { kept: 6, moved: 40 } as const;

/** `United States`, `+ Canada`, struck `Mexico`. */
function SetDifference({ change, nameOption }: NamedChange<'list' | 'options'>) {
  const name = (code: string) => memberName(change, code, nameOption);
  const { kept, added, removed } = change;
  return (
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
