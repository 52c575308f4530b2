import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { CHANGE_KINDS, type ChangeCounts, totalChanges } from '#domain/bucket/change-kind.ts';
import { describeUnusualGroup } from '#domain/bucket/unusual.ts';
import { grouped } from '#domain/dimension/format.ts';
import { joinNames } from '#domain/dimension/words.ts';
import { type ChangeCount, DIRECTIONS, type ValueCount } from '#domain/impact/impact.ts';
import {
  describeMeasuredDay,
  describeNoChange,
  describePercent,
  describeWhole,
  DIRECTION_TEXT,
  IMPACT_VALUES,
} from '#domain/impact/words.ts';
import type { UnusualCount } from '#domain/review/set-facts.ts';
import { VALUES } from '#domain/value/registry.ts';
import { ExampleGlyph } from '#web/bucket/examples/ExampleGlyph.tsx';
import { DirectionGlyph, Meter } from '#web/bucket/impact/Figures.tsx';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import classes from './FactRows.module.css';

/** What changes and what is wrong with it, before anyone signs. Gaps come first, then one row per fact. */
export function FactBlock({ gaps, children }: Readonly<{ gaps: ReactNode; children: ReactNode }>) {
  return (
    <div className={classes.block}>
      {gaps}
      <dl className={classes.rows}>{children}</dl>
    </div>
  );
}

type RowProps = Readonly<{
  label: string;
  showLabel?: string;
  onShow?: (() => void) | undefined;
  children: ReactNode;
}>;

export function FactRow({ label, showLabel = 'Show', onShow, children }: RowProps) {
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

export function ChangesRow({ counts }: Readonly<{ counts: ChangeCounts }>) {
  return (
    <FactRow label="Changes">
      <span className="ls-row ls-wrap ls-gap-4">
        {CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
          <ChangeCounter key={kind} kind={kind} count={counts[kind]} withLabel />
        ))}
        {totalChanges(counts) === 0 && 'No dial changes.'}
      </span>
    </FactRow>
  );
}

export function Measuring() {
  return (
    <span className="ls-row ls-gap-8 ls-ink-3" role="status">
      <Loader size={18} /> Measuring…
    </span>
  );
}

type ImpactTextProps = Readonly<{ count: Omit<ChangeCount, 'gaps'>; day: string | null }>;

/** "19,324 of 38,412 risks change on 1 Jan 2027", with the share, and the most important value that changes. */
export function ImpactText({ count, day }: ImpactTextProps) {
  const { changed, all, values } = count;
  if (changed.risks === 0) return <span>{`${describeNoChange(changed)} ${describeMeasuredDay(day)}.`}</span>;
  return (
    <>
      <p className={`ls-row ls-wrap ls-gap-10 ${classes.impact}`}>
        <span>
          <b className="ls-num">{grouped(changed.risks)}</b> {describeWhole(count, 'risks', day)}
        </span>
        <span className={classes.meter}>
          <Meter part={changed.risks / Math.max(1, all.risks)} tracked thick />
        </span>
        <b className="ls-num">{describePercent(changed.risks, all.risks)}</b>
      </p>
      <MovedValue values={values} />
    </>
  );
}

/** "Max line ▼ 532 lower ▲ 15,137 higher − 94 lose it": the most important value that changes. */
function MovedValue({ values }: Readonly<{ values: readonly ValueCount[] }>) {
  const count = IMPACT_VALUES.map((key) => values.find(({ value }) => value === key)).find((one) => one !== undefined);
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
      {values.length > 1 && <span className="ls-ink-3">and {plural(values.length - 1, 'more value')}</span>}
    </p>
  );
}

type ExamplesRowProps = Readonly<{
  all: number;
  /** The names of those that newly break, and of those that break as live. */
  newly: readonly string[];
  before: readonly string[];
  onShow?: (() => void) | undefined;
  /** Below the examples that newly break. */
  tick?: ReactNode;
}>;

export function ExamplesRow({ all, newly, before, onShow, tick }: ExamplesRowProps) {
  if (newly.length + before.length === 0) return null;
  return (
    <FactRow label="Examples" onShow={onShow}>
      {newly.length > 0 && (
        <>
          <p className="ls-row ls-gap-8">
            <ExampleGlyph ok={false} />
            <b>
              {newly.length} of {all} newly {agree(newly.length, 'breaks', 'break')}
            </b>
          </p>
          <p className="ls-small ls-ink-2 ls-break">{joinNames(newly)}</p>
          {tick}
        </>
      )}
      {before.length > 0 && (
        <p className="ls-small ls-ink-2 ls-break">
          {before.length} {agree(before.length, 'breaks', 'break')} as live: {joinNames(before)}
        </p>
      )}
    </FactRow>
  );
}

const MAX_GROUPS = 3;

type UnusualRowProps = Readonly<{ counts: readonly UnusualCount[]; onShow?: () => void }>;

export function UnusualRow({ counts, onShow }: UnusualRowProps) {
  if (counts.length === 0) return null;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <FactRow label="Unusual values" showLabel={agree(total, 'Show', `All ${grouped(total)}`)} onShow={onShow}>
      <ul className={`ls-list ${classes.unusual}`}>
        {counts.slice(0, MAX_GROUPS).map((group) => (
          <li key={`${group.key} ${group.kind}`}>
            <b className="ls-num ls-right">{grouped(group.count)}</b>
            <span>{describeUnusualGroup(group)}</span>
          </li>
        ))}
      </ul>
    </FactRow>
  );
}
