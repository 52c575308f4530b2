import { type ReactNode, useState } from 'react';
import type { ChangeKind } from '#domain/bucket/change-kind.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { useNameOption } from '#web/dial/query.ts';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { LABELS, Picked, type Picking } from './Picked.tsx';
import { ChangeWithComments } from './RowComments.tsx';
import classes from './ChangeSummary.module.css';
import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { labelOfChange, valueText } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import { type Move, SlopeGraph } from './SlopeGraph.tsx';
import { effectiveValues } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { summarise } from '#domain/dial/summary.ts';
import { NumberLine } from '#web/dimension/NumberLine.tsx';
import { scaleFor } from '#web/dimension/numberScale.ts';

type ChangeSectionProps = Readonly<{
  kind: ChangeKind;
  changes: readonly BucketChange[];
  before: readonly string[];
  after: readonly string[];
  /** Expanded from the start, as on paper. */
  whole?: boolean;
  /** Whether to show the position of an added or removed dial; false if it differs between the buckets shown. */
  placed?: boolean;
  picking?: Picking | undefined;
}>;

/** Too many drawings would be slow. */
const AT_FIRST = 12;

export function ChangeSection(props: ChangeSectionProps) {
  const { kind, changes, before, after, whole = false, placed = true, picking } = props;
  const [all, setAll] = useState(whole);
  const shown = all ? changes : changes.slice(0, AT_FIRST);
  const moves = changes.filter((change) => change.kind === 'reordered');
  return (
    <section className={classes.section} data-tone={TONES[kind]} aria-label={`${LABELS[kind]} ${changes.length}`}>
      <h3 className={classes.kind}>
        <ChangeCounter kind={kind} count={changes.length} withLabel />
      </h3>
      <div className="ls-grow">
        {kind === 'reordered' ? (
          <ReorderedDials moves={moves} shown={shown.length} before={before} after={after} picking={picking} />
        ) : (
          <ul className={`ls-list ls-grid ${kind === 'added' || kind === 'removed' ? 'ls-gap-10' : 'ls-gap-16'}`}>
            {shown.map((change) => (
              <li key={change.dial_id} data-dial={change.dial_id} tabIndex={-1}>
                <ChangeWithComments change={change}>
                  <Picked change={change} picking={picking}>
                    <Change change={change} placed={placed} />
                  </Picked>
                </ChangeWithComments>
              </li>
            ))}
          </ul>
        )}
        {shown.length < changes.length && (
          <button type="button" className="ls-link ls-above-12" onClick={() => setAll(true)}>
            Show all {changes.length}
          </button>
        )}
      </div>
    </section>
  );
}

const TONES = { added: 'green', removed: 'red', updated: 'blue', overridden: 'violet', reordered: undefined } as const;

function Change({ change, placed }: Readonly<{ change: BucketChange; placed: boolean }>): ReactNode {
  const nameOption = useNameOption();
  switch (change.kind) {
    case 'added':
    case 'removed':
      return <WholeDial change={change} nameOption={nameOption} placed={placed} />;
    case 'updated':
      return <UpdatedDial change={change} nameOption={nameOption} />;
    case 'overridden':
      return <OverriddenDial change={change} nameOption={nameOption} />;
    case 'reordered':
      return null;
  }
}

type Of<Kind extends BucketChange['kind']> = Readonly<{
  change: Extract<BucketChange, { kind: Kind }>;
  nameOption: NameOption;
}>;

type DialHeadProps = Readonly<{ name: string; version: number; gone?: boolean; children?: ReactNode }>;

function DialHead({ name, version, gone = false, children }: DialHeadProps) {
  const Mark = gone ? 'del' : 'span';
  return (
    <p className={`ls-row ls-relative ls-wrap ${classes.head}`}>
      <Mark className={`ls-break ls-subject ls-semi ${gone ? 'ls-ink-2' : ''}`}>{name}</Mark>
      <Mark className="ls-tag">v{version}</Mark>
      {children}
    </p>
  );
}

function UpdatedDial({ change, nameOption }: Of<'updated'>) {
  return (
    <>
      <DialHead name={change.name} version={change.before}>
        <IconTo size={14} stroke={1.75} aria-hidden className="ls-fixed ls-ink-4" />
        <span className="ls-hidden"> to </span>
        <span className={`ls-tag ${classes.new}`}>v{change.after}</span>
      </DialHead>
      {change.changes.length + change.kept.length + change.elsewhere.length === 0 && (
        <p className="ls-ink-3">Both versions are identical.</p>
      )}
      {change.changes.map((each) => (
        <DialDifference key={`${each.kind} ${labelOfChange(each)}`} change={each} nameOption={nameOption} />
      ))}
      {change.kept.map(({ value, override, before, after }) => (
        <p key={value} className={`ls-small ls-ink-3 ${classes.own}`}>
          {VALUES[value].label} stays {valueText(value, override)} by its override
          {`; v${change.after} changes the dial’s own ${moveWords(value, before, after)}.`}
        </p>
      ))}
      {change.elsewhere.length > 0 && (
        <p className={`ls-small ls-ink-3 ${classes.own}`}>
          {change.elsewhere.map((value) => VALUES[value].label).join(', ')}: see Overridden.
        </p>
      )}
    </>
  );
}

function OverriddenDial({ change, nameOption }: Of<'overridden'>) {
  return (
    <>
      <DialHead name={change.name} version={change.version} />
      {change.values.map(({ value, before, after, overridden, own }) => (
        <div key={value} data-overridden={overridden || undefined} className={classes.move}>
          <DialDifference change={{ kind: 'value', value, before, after }} nameOption={nameOption} />
          {(!overridden || own !== null) && (
            <p className={`ls-small ls-ink-3 ${classes.own}`}>
              {overridden ? 'Overridden, and updated: ' : 'No longer overridden: the dial’s own value'}
              {!overridden && (own === null ? '.' : ', and updated: ')}
              {own !== null && `v${change.version} changes the dial’s own ${moveWords(value, own.before, own.after)}.`}
            </p>
          )}
        </div>
      ))}
    </>
  );
}

/** "from 100 to 200" */
function moveWords(value: ValueKey, before: string | number | null, after: string | number | null): string {
  const text = (amount: string | number | null) => (amount === null ? 'not set' : valueText(value, amount));
  return `from ${text(before)} to ${text(after)}`;
}

type ReorderedDialsProps = Pick<ChangeSectionProps, 'before' | 'after' | 'picking'> &
  Readonly<{ moves: readonly Move[]; /** How many are written out; the picture shows all. */ shown: number }>;

function ReorderedDials({ moves, shown, before, after, picking }: ReorderedDialsProps) {
  return (
    <div className={`ls-row ls-top ls-wrap ls-spread ${classes.reordered}`}>
      <ul className="ls-list ls-grid ls-gap-16">
        {moves.slice(0, shown).map((move) => (
          <li key={move.dial_id} data-dial={move.dial_id} tabIndex={-1}>
            <ChangeWithComments change={move}>
              <Picked change={{ ...move, kind: 'reordered' }} picking={picking}>
                <DialHead name={move.name} version={move.version} />
                <p className="ls-ink-3">{moveText(move)}</p>
              </Picked>
            </ChangeWithComments>
          </li>
        ))}
      </ul>
      <SlopeGraph before={before} after={after} moves={moves} />
    </div>
  );
}

/** The first dial that sets a value decides it: a move changes the evaluation order. */
function moveText({ from, to }: Move): string {
  if (from < to) return `From ${from} to ${to}: the dials it passed are now read before it.`;
  if (from > to) return `From ${from} to ${to}: it is now read before the dials it passed.`;
  return `Still ${to}, while the dials around it moved.`;
}

type WholeChange = Extract<BucketChange, { kind: 'added' | 'removed' }>;
type WholeDialProps = Readonly<{ change: WholeChange; nameOption: NameOption; placed: boolean }>;

/** An added or removed dial: its name and position, when it applies, and its values. */
function WholeDial({ change, nameOption, placed }: WholeDialProps) {
  const gone = change.kind === 'removed';
  return (
    <div className={`ls-row ls-wrap ls-spread ${classes.whole}`}>
      <DialHead name={change.name} version={change.version} gone={gone}>
        {placed && (
          <span className="ls-ink-3">
            {gone ? 'was' : ''} at {change.position}
          </span>
        )}
      </DialHead>
      <div className={`ls-row ls-relative ls-wrap ls-ink-3 ${classes.says}`}>
        <When data={change.data} nameOption={nameOption} gone={gone} />
        <IconTo size={14} stroke={1.75} aria-hidden className="ls-fixed ls-ink-4" />
        <span className="ls-hidden"> sets </span>
        <Sets change={change} />
      </div>
    </div>
  );
}

function When({ data, nameOption, gone }: Readonly<{ data: DialData; nameOption: NameOption; gone: boolean }>) {
  const line = firstLine(data);
  const Mark = gone ? 'del' : 'span';
  return (
    <span className={`ls-inline ls-wrap ${classes.says}`}>
      {line && (
        <NumberLine
          intervals={line.intervals}
          scale={scaleFor(line.dimension)}
          width={92}
          tone={gone ? 'grey' : 'accent'}
          label={`${line.dimension.label} ${line.notation}`}
        />
      )}
      <Mark className="ls-break">
        {summarise(data, nameOption).map(({ text, notation }, index) => (
          <span key={index} title={notation}>
            {text}
          </span>
        ))}
      </Mark>
    </span>
  );
}

/** The first interval that can be drawn. */
function firstLine({ dimensions }: DialData) {
  for (const { dimension, value } of listSetDimensions(dimensions)) {
    if (dimension.kind !== 'intervals') continue;
    const parsed = parseIntervals(String(value), { negative: true });
    if (parsed.ok) return { dimension, notation: String(value), intervals: parsed.asWritten };
  }
  return undefined;
}

function Sets({ change }: Readonly<{ change: WholeChange }>) {
  const values = effectiveValues(change.data.values, change.overrides);
  const keys = VALUE_KEYS.filter((key) => values[key] !== undefined);
  if (keys.length === 0) return <span className="ls-ink-3">no value</span>;
  return (
    <span className={`ls-inline ls-wrap ls-num ${classes.sets}`}>
      {keys.map((key) => (
        <span key={key}>
          {VALUES[key].label}{' '}
          {change.kind === 'removed' ? (
            <del>{valueText(key, values[key] ?? '')}</del>
          ) : (
            <b className={change.overrides[key] === undefined ? 'ls-green' : 'ls-violet'}>
              {valueText(key, values[key] ?? '')}
            </b>
          )}
        </span>
      ))}
    </span>
  );
}
