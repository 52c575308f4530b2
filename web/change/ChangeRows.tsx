import { type ReactNode, useState } from 'react';
import type { ChangeKind } from '#domain/bucket/change-kind.ts';
import { effectiveValues } from '#domain/bucket/entry.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { summariseInSentence } from '#domain/dial/summary.ts';
import type { IntervalsDimension, NameOption } from '#domain/dimension/dimension.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { capitalise } from '#domain/dimension/words.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { describeValueChange, labelOfChange, valueText } from '#web/rule/changeWords.ts';
import { CentredBar, DialDifferenceText, intervalsOf } from '#web/rule/Difference.tsx';
import { NumberLine } from '#web/rule/NumberLine.tsx';
import { scaleFor } from '#web/rule/numberScale.ts';
import { Replaced, VersionTags } from '#web/rule/Replaced.tsx';
import { ARROW_ROW } from '#web/kit/arrowRows.ts';
import { ChangeCounter, ChangeGlyph } from '#web/kit/ChangeCounter.tsx';
import { LABELS, Picked, type Picking } from '#web/change/summary/Picked.tsx';
import { ChangeWithComments } from './RowComments.tsx';
import { type Move, SlopeGraph } from '#web/change/summary/SlopeGraph.tsx';
import { WholeChange } from '#web/change/summary/WholeChange.tsx';
import classes from './ChangeRows.module.css';

type ChangeRowsProps = Readonly<{
  kind: ChangeKind;
  changes: readonly BucketChange[];
  /** Also of those that are not shown. */
  count?: number;
  /** All dials that moved, for the picture below them. */
  moves?: readonly Move[];
  before: readonly string[];
  after: readonly string[];
  picking?: Picking | undefined;
  /** All differences, as on paper. */
  isWhole?: boolean;
  /** Whether to show positions; false if they differ between the buckets shown. */
  isPlaced?: boolean;
}>;

/** The changes of one kind: a row per dial with the values that change, which opens to the whole difference. */
export function ChangeRows(props: ChangeRowsProps) {
  const { kind, changes, count = changes.length, before, after, picking, isWhole = false, isPlaced = true } = props;
  const { moves = changes.filter((change) => change.kind === 'reordered') } = props;
  const nameOption = useNameOption();
  if (changes.length === 0) return null;
  return (
    <section aria-label={`${LABELS[kind]} ${count}`} className={classes.rows}>
      {isWhole && (
        <h3 className={classes.kind}>
          <ChangeCounter kind={kind} count={count} withLabel />
        </h3>
      )}
      <ul className="ls-list">
        {changes.map((change) => (
          <li key={change.dial_id} {...ARROW_ROW} data-dial={change.dial_id} tabIndex={-1} className={classes.item}>
            <ChangeWithComments change={change}>
              <Picked change={change} picking={picking}>
                <Row
                  change={change}
                  position={isPlaced ? positionOf(change, after) : undefined}
                  nameOption={nameOption}
                  isWhole={isWhole}
                />
              </Picked>
            </ChangeWithComments>
          </li>
        ))}
      </ul>
      {kind === 'reordered' && (
        <div className={classes.graph}>
          <SlopeGraph before={before} after={after} moves={moves} />
        </div>
      )}
    </section>
  );
}

const positionOf = (change: BucketChange, after: readonly string[]): number =>
  'position' in change ? change.position : after.indexOf(change.dial_id) + 1;

type RowProps = Readonly<{ change: BucketChange; position: number | undefined; nameOption: NameOption }>;

function Row({ isWhole, ...row }: RowProps & Readonly<{ isWhole: boolean }>) {
  const { change } = row;
  const [isOpen, setOpen] = useState(false);
  // Written out below: not twice.
  const hasParts = change.kind === 'updated' || change.kind === 'overridden';
  const Name = change.kind === 'removed' ? 'del' : 'span';
  return (
    <>
      <div className={classes.row}>
        <ChangeGlyph kind={change.kind} />
        <div>
          <button
            type="button"
            className={`ls-plain ls-semi ls-break ${classes.name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Name>{change.name}</Name>
          </button>
          <p className={`ls-row ls-wrap ls-small ls-ink-3 ${classes.place}`}>
            <Place {...row} />
          </p>
        </div>
        <ul className={`ls-list ${classes.values}`}>{!(isWhole && hasParts) && <Values change={change} />}</ul>
      </div>
      {(isOpen || (isWhole && hasParts)) && (
        <div className={`ls-grid ls-gap-6 ${classes.whole}`}>
          <WholeChange change={change} nameOption={row.nameOption} />
        </div>
      )}
    </>
  );
}

/** "v2 → v3 at 1", "v1 at 4, waiting period 0 to 12 hours". */
function Place({ change, position, nameOption }: RowProps): ReactNode {
  const at = position === undefined ? '' : ` at ${position}`;
  if (change.kind === 'updated')
    return (
      <>
        <VersionTags {...change} />
        {at}
      </>
    );
  const tag = <span className="ls-tag">v{change.version}</span>;
  if (change.kind === 'overridden' || change.kind === 'reordered')
    return (
      <>
        {tag}
        {at}
      </>
    );
  const when = summariseInSentence(change.data, nameOption);
  return (
    <>
      {tag}
      <span className="ls-grow ls-break">
        {position === undefined
          ? capitalise(when)
          : `${change.kind === 'removed' ? 'was ' : ''}at ${position}, ${when}`}
      </span>
    </>
  );
}

/** What changes, one line each. */
function Values({ change }: Pick<RowProps, 'change'>): ReactNode {
  switch (change.kind) {
    case 'added':
    case 'removed': {
      const values = effectiveValues(change.data.values, change.overrides);
      const isGone = change.kind === 'removed';
      return VALUE_KEYS.map((key) => {
        const value = values[key];
        if (value === undefined) return null;
        const tone = change.overrides[key] === undefined ? 'ls-green' : 'ls-violet';
        const text = valueText(key, value);
        return (
          <Line key={key} label={VALUES[key].label}>
            {isGone ? <del className="ls-ink-3">{text}</del> : <ins className={`ls-bold ${tone}`}>{text}</ins>}
          </Line>
        );
      });
    }
    case 'updated': {
      const { changes, kept, elsewhere } = change;
      if (changes.length + kept.length + elsewhere.length === 0)
        return <li className="ls-small ls-ink-3">Both versions are identical.</li>;
      return (
        <>
          {changes.map((each) => (
            <ChangeLine key={`${each.kind} ${labelOfChange(each)}`} change={each} />
          ))}
          {kept.map(({ value, override }) => (
            <Line key={value} label={VALUES[value].label} move="override kept">
              {valueText(value, override)}
            </Line>
          ))}
        </>
      );
    }
    case 'overridden':
      return change.values.map(({ value, before, after, overridden }) => (
        <ChangeLine key={value} change={{ kind: 'value', value, before, after }} isOverride={overridden} />
      ));
    case 'reordered':
      return (
        <Line label="Position">
          <Replaced before={String(change.from)} after={String(change.to)} />
        </Line>
      );
  }
}

type LineProps = Readonly<{ label: string; bar?: ReactNode; move?: string | undefined; children: ReactNode }>;

function Line({ label, bar, move, children }: LineProps) {
  return (
    <li className={classes.line}>
      <span className="ls-ink-3">{label}</span>
      <span className={`ls-num ${classes.amount}`}>{children}</span>
      {bar}
      {move !== undefined && <span className={`ls-small ls-num ls-ink-2 ${classes.move}`}>{move}</span>}
    </li>
  );
}

type ChangeLineProps = Readonly<{ change: DialChange; isOverride?: boolean | undefined }>;

/** A changed field with what is gained and lost, and where there is one, its picture. */
function ChangeLine({ change, isOverride }: ChangeLineProps) {
  const moved = change.kind === 'value' ? describeValueChange(change.value, change.before, change.after) : undefined;
  return (
    <Line
      label={labelOfChange(change)}
      bar={moved ? <CentredBar share={moved.share} width={48} /> : <Axis change={change} />}
      move={moved?.text}
    >
      <DialDifferenceText change={change} isOverride={isOverride} />
    </Line>
  );
}

function Axis({ change }: ChangeLineProps) {
  if (change.kind !== 'intervals') return null;
  const dimension = dimensionOf(change.dimension) as IntervalsDimension;
  return (
    <span className={classes.axis}>
      <NumberLine
        intervals={intervalsOf(change.after)}
        scale={scaleFor(dimension)}
        width={122}
        label={change.after ?? 'any value'}
      />
    </span>
  );
}
