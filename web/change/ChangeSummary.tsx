import { type RefObject, use, useRef, useState } from 'react';
import { CHANGE_KINDS, type ChangeCounts, type ChangeKind, totalChanges } from '#domain/bucket/change-kind.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { RestartLine } from '#web/bucket/RestartLine.tsx';
import { markRow, useDialRows } from '#web/bucket/dialRows.ts';
import { listArrowRows } from '#web/kit/arrowRows.ts';
import { Card } from '#web/kit/Card.tsx';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { ChangeRows } from './ChangeRows.tsx';
import type { Picking } from '#web/change/summary/Picked.tsx';
import { RowCommentsContext } from './RowComments.tsx';
import classes from './ChangeSummary.module.css';

export type ChangeSummaryProps = Readonly<{
  changes: readonly BucketChange[];
  counts: ChangeCounts;
  /** The ids of the dials in order, before and after. */
  before: readonly string[];
  after: readonly string[];
  /** What is compared. */
  note: string;
  /** Shown when nothing differs. */
  same?: string;
  /** The stop that its review ends, which is the first change. */
  restart?: Bucket['stop'];
  /** Set if changes can be selected one by one. */
  picking?: Picking | undefined;
}>;

/** Too many drawings would be slow. */
const AT_FIRST = 12;

type Filter = ChangeKind | 'all';
const FILTERS: readonly Readonly<{ value: Filter; label: string }>[] = [
  { value: 'all', label: 'All' },
  { value: 'added', label: 'Added' },
  { value: 'removed', label: 'Removed' },
  { value: 'updated', label: 'Updated' },
  { value: 'overridden', label: 'Overridden' },
  { value: 'reordered', label: 'Reordered' },
];

/** The differences between two sides of a bucket by category, each as before and after. */
export function ChangeSummary({
  changes,
  counts,
  before,
  after,
  note,
  same = 'The draft is the same as the live version.',
  restart = null,
  picking,
}: ChangeSummaryProps) {
  const [chosen, setChosen] = useState<Filter>('all');
  const total = totalChanges(counts);
  // The selected kind may have disappeared with someone else's save.
  const filter = chosen !== 'all' && counts[chosen] === 0 ? 'all' : chosen;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0 && (filter === 'all' || filter === kind));
  const listed = changes.filter(({ kind }) => kinds.includes(kind));
  const list = useShowAll(listed, AT_FIRST);
  const filters = (
    <div role="group" aria-label="Kinds of changes" className="ls-flex ls-gap-2 ls-wrap">
      {FILTERS.map(({ value, label }) => {
        const count = value === 'all' ? total : counts[value];
        if (count === 0) return null;
        return (
          <button
            key={value}
            type="button"
            className={`ls-plain ls-small ls-ink-3 ls-semi ${classes.filter}`}
            aria-pressed={value === filter}
            onClick={() => setChosen(value)}
          >
            {label} <span className="ls-num ls-normal">{count}</span>
          </button>
        );
      })}
    </div>
  );
  return (
    <div ref={useChangedRows(changes)} className={`ls-relative ${classes.frame}`} data-changes>
      <Card title="Change summary" note={note} padded={false}>
        {restart && (
          <div className="ls-pad ls-rule-below">
            <RestartLine stop={restart} />
          </div>
        )}
        {total > 0 ? (
          <div className={`ls-rule-below ${classes.filterRow}`}>{filters}</div>
        ) : (
          <p className="ls-pad ls-ink-3">{restart ? 'No dial changes.' : same}</p>
        )}
        {kinds.map((kind) => (
          <ChangeRows
            key={kind}
            kind={kind}
            count={counts[kind]}
            changes={list.shown.filter((change) => change.kind === kind)}
            moves={changes.filter((change) => change.kind === 'reordered')}
            before={before}
            after={after}
            picking={picking}
          />
        ))}
        {list.count > 0 && (
          <div className={classes.all}>
            <ShowAll list={list} />
          </div>
        )}
      </Card>
    </div>
  );
}

/** Lets the review beside the page show a change, step through them, and comment on one. */
function useChangedRows(changes: readonly BucketChange[]): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const comments = use(RowCommentsContext);
  const listRows = () => listArrowRows(frame.current);
  const isOf = (dialId: string | undefined) => (row: HTMLElement) => row.dataset['dial'] === dialId;
  const hasFocus = (row: HTMLElement) => row.contains(document.activeElement);
  useDialRows('changes', {
    reveal: (dialId) => {
      const row = listRows().find(isOf(dialId));
      if (row) markRow(row);
      return row !== undefined;
    },
    step: (by) => {
      const rows = listRows();
      const at = rows.findIndex(hasFocus);
      const row = rows[at < 0 ? 0 : Math.max(0, Math.min(at + by, rows.length - 1))];
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'center' });
    },
    comment: () => {
      const focused = listRows().find(hasFocus)?.dataset['dial'];
      const change = changes.find(({ dial_id }) => dial_id === focused);
      if (change) comments?.onOpen({ id: change.dial_id, name: change.name });
      return change !== undefined && comments !== undefined;
    },
  });
  return frame;
}
