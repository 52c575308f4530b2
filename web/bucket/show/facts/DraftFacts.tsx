import { Loader } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { CHANGE_KINDS } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { describeUnusualGroup, groupUnusual } from '#domain/bucket/unusual.ts';
import { grouped } from '#domain/dimension/format.ts';
import { joinNames } from '#domain/dimension/words.ts';
import type { Example } from '#contract/example.ts';
import { DIRECTIONS, type Figure, type Impact, isMoved, countValues } from '#domain/impact/impact.ts';
import {
  describeNoChange,
  describePercent,
  describeWhole,
  DIRECTION_TEXT,
  IMPACT_VALUES,
} from '#domain/impact/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import { classLabel } from '#web/bucket/address.ts';
import { ExampleGlyph } from '#web/bucket/examples/ExampleGlyph.tsx';
import { GapNotice } from '#web/bucket/findings/GapLine.tsx';
import { UnusualSheet } from '#web/bucket/findings/UnusualSheet.tsx';
import { DirectionGlyph, Meter } from '#web/bucket/impact/Figures.tsx';
import { nameDials } from '#web/bucket/impact/useDialNames.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import type { DraftFactsData } from './useDraftFacts.ts';
import classes from './DraftFacts.module.css';

type UnresolvedComment = Readonly<{ dial: Readonly<{ id: string; name: string }> | null }>;

type DraftFactsProps = Readonly<{
  bucket: Bucket;
  entries: BucketEntries;
  lookup: DialLookup;
  facts: DraftFactsData;
  unresolved: readonly UnresolvedComment[];
  /** Where the page shows more, if it can. */
  onFigure?: (figure: Figure) => void;
  onImpact?: () => void;
  onExample?: (example: Example) => void;
  onComment?: ((dialId: string) => void) | undefined;
  /** Below the examples that newly break. */
  tick?: ReactNode;
  /** A sheet over the dialog opens or closes: Escape is for the sheet alone. */
  onSheet?: (isOpen: boolean) => void;
}>;

/** What a list changes and what is wrong with it, before anyone signs it. Rows with nothing to say are left out. */
export function DraftFacts(props: DraftFactsProps) {
  const { bucket, entries, lookup, facts, unresolved, onFigure, onImpact, onExample, onComment, tick, onSheet } = props;
  const { gaps = [], examples, examplesFailed, unusual = [] } = facts;
  const [showsUnusual, setShowsUnusual] = useState(false);
  const showUnusual = (isOpen: boolean) => {
    setShowsUnusual(isOpen);
    onSheet?.(isOpen);
  };
  const counts = countChanges(diffEntries(bucket.live.entries, entries));
  const groups = groupUnusual(unusual);
  const [first] = unresolved;
  const broken = examples && [...examples.newly, ...examples.before][0];
  const on = unresolved.find(({ dial }) => dial !== null)?.dial;
  return (
    <div className={classes.block}>
      {gaps.length > 0 && <GapNotice gaps={gaps} nameOf={nameDials(entries, [], lookup).nameOf} onFigure={onFigure} />}
      <dl className={classes.rows}>
        <Row label="Changes">
          <span className="ls-row ls-wrap ls-gap-4">
            {CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
              <ChangeCounter key={kind} kind={kind} count={counts[kind]} withLabel />
            ))}
          </span>
        </Row>
        <Row label="Impact" onShow={facts.impact.data?.state === 'measured' ? onImpact : undefined}>
          <ImpactRow bucket={bucket} impact={facts.impact} />
        </Row>
        {examplesFailed && <Row label="Examples">They could not be read.</Row>}
        {examples && broken && (
          <Row label="Examples" onShow={onExample && (() => onExample(broken))}>
            {examples.newly.length > 0 && (
              <>
                <p className="ls-row ls-gap-8">
                  <ExampleGlyph ok={false} />
                  <b>
                    {examples.newly.length} of {examples.all} newly {agree(examples.newly.length, 'breaks', 'break')}
                  </b>
                </p>
                <p className="ls-small ls-ink-2 ls-break">{joinNames(examples.newly.map(({ name }) => name))}</p>
                {tick}
              </>
            )}
            {examples.before.length > 0 && (
              <p className="ls-small ls-ink-2 ls-break">
                {examples.before.length} {agree(examples.before.length, 'breaks', 'break')} as live:{' '}
                {joinNames(examples.before.map(({ name }) => name))}
              </p>
            )}
          </Row>
        )}
        {groups.length > 0 && (
          <Row
            label="Unusual values"
            showLabel={agree(unusual.length, 'Show', `All ${grouped(unusual.length)}`)}
            onShow={() => showUnusual(true)}
          >
            <ul className={`ls-list ${classes.unusual}`}>
              {groups.slice(0, MAX_GROUPS).map((group) => (
                <li key={`${group.key} ${group.kind}`}>
                  <b className="ls-num ls-right">{grouped(group.values.length)}</b>
                  <span>{describeUnusualGroup(group)}</span>
                </li>
              ))}
            </ul>
          </Row>
        )}
        {first && (
          <Row label="Comments" onShow={on && onComment ? () => onComment(on.id) : undefined}>
            <b>{unresolved.length} unresolved</b>{' '}
            {first.dial && <span className="ls-ink-2 ls-break">on {first.dial.name}</span>}
          </Row>
        )}
      </dl>
      {showsUnusual && (
        <UnusualSheet unusual={unusual} entries={entries} lookup={lookup} onClose={() => showUnusual(false)} />
      )}
    </div>
  );
}

const MAX_GROUPS = 3;

type RowProps = Readonly<{
  label: string;
  showLabel?: string;
  onShow?: (() => void) | undefined;
  children: ReactNode;
}>;

function Row({ label, showLabel = 'Show', onShow, children }: RowProps) {
  return (
    <div className={classes.row}>
      <dt className="ls-small ls-ink-3">{label}</dt>
      <dd className="ls-grow">{children}</dd>
      {onShow && (
        <dd className={classes.show}>
          <button type="button" className="ls-link ls-small" aria-label={`${showLabel}, ${label}`} onClick={onShow}>
            {showLabel}
          </button>
        </dd>
      )}
    </div>
  );
}

function ImpactRow({
  bucket,
  impact: { data, error },
}: Readonly<{ bucket: Bucket; impact: DraftFactsData['impact'] }>) {
  if (error !== null) return <span className="ls-ink-3">It could not be measured.</span>;
  if (data === undefined)
    return (
      <span className="ls-row ls-gap-8 ls-ink-3" role="status">
        <Loader size={18} /> Measuring…
      </span>
    );
  if (data.state === 'no-portfolio') return <span className="ls-ink-3">Not measured: there is no portfolio.</span>;
  if (data.state === 'none-of-class')
    return <span className="ls-ink-3">Not measured: the portfolio has no {classLabel(bucket.cob)} risks.</span>;
  const { impact } = data;
  const { changed, all } = impact;
  if (changed.risks === 0) return <span>{describeNoChange(changed)}.</span>;
  return (
    <>
      <p className={`ls-row ls-wrap ls-gap-10 ${classes.impact}`}>
        <span>
          <b className="ls-num">{grouped(changed.risks)}</b> {describeWhole(impact, 'risks')}
        </span>
        <span className={classes.meter}>
          <Meter part={changed.risks / Math.max(1, all.risks)} tracked thick />
        </span>
        <b className="ls-num">{describePercent(changed.risks, all.risks)}</b>
      </p>
      <MovedValue impact={impact} />
    </>
  );
}

/** "Max line ▼ 532 lower ▲ 15,137 higher − 94 lose it": the most important value that changes. */
function MovedValue({ impact }: Readonly<{ impact: Impact }>) {
  const counts = countValues(impact.values).filter(isMoved);
  const count = IMPACT_VALUES.map((key) => counts.find(({ value }) => value === key)).find((one) => one !== undefined);
  if (count === undefined) return null;
  return (
    <p className={`ls-row ls-wrap ls-small ls-ink-2 ${classes.moved}`}>
      <span>{VALUES[count.value].label}</span>
      {DIRECTIONS.filter((direction) => count[direction] > 0).map((direction) => (
        <span key={direction} className="ls-inline ls-nowrap">
          <DirectionGlyph direction={direction} /> <b className="ls-num">{grouped(count[direction])}</b>{' '}
          {DIRECTION_TEXT[direction]}
        </span>
      ))}
      {counts.length > 1 && <span className="ls-ink-3">and {plural(counts.length - 1, 'more value')}</span>}
    </p>
  );
}
