import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { CHANGE_KINDS, type ChangeCounts, totalChanges } from '#domain/bucket/change-kind.ts';
import { describeUnusualGroup } from '#domain/bucket/unusual.ts';
import { grouped } from '#domain/dimension/format.ts';
import { joinNames } from '#domain/dimension/words.ts';
import type { UnusualCount } from '#domain/review/set-facts.ts';
import { ExampleGlyph } from '#web/example/ExampleGlyph.tsx';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { agree } from '#web/kit/plural.ts';
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
