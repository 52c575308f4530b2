import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useMemo, type ReactNode, useState } from 'react';
import type { BucketRow, Partner } from '#contract/bucket.ts';
import { useApiPages } from '#web/base/api/query.ts';
import { type BucketFilter } from '#web/bucket/query.ts';
import { useSearchUsage } from '#web/base/telemetry/useSearchUsage.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { isNarrowed, type SelectState, SELECT_TABS } from '#web/bucket/selectState.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from '#web/bucket/rowParts.module.css';
import { later } from '#web/base/page/later.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { appetiteText } from '#web/bucket/words.ts';
import { plural } from '#web/kit/plural.ts';
import { bucketAddress } from '#web/bucket/address.ts';
import { BY_LABELS, Counters, nameRow, RowButton, type RowsBy } from '#web/bucket/rowParts.tsx';
import { isInReview, listPendingColumns } from './pendingColumns.tsx';
import { cellKey } from '#web/bucket/matrix.ts';
import { Time } from '#web/kit/Time.tsx';

const DraftsTab = later(() => import('#web/batch/DraftsTab.tsx').then((module) => module.DraftsTab));

export function useBucketRows(state: SelectState, where: Pick<BucketFilter, 'partner' | 'cob'>, enabled = true) {
  const { tab, q } = state;
  const filter = { ...where, ...(tab !== 'all' && { status: tab }), ...(q !== '' && { q }) };
  const query = useApiPages('listBuckets', { query: filter }, { enabled, placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = query;
  useSearchUsage('Buckets', enabled ? q : '', isPlaceholderData ? undefined : data?.pages[0]?.counts[tab]);
  const [answered, setAnswered] = useState(tab);
  if (data !== undefined && !isPlaceholderData && answered !== tab) setAnswered(tab);
  // A bucket that changed between two pages can be on both: show it once.
  const rows = useMemo(() => {
    const all = data?.pages.flatMap(({ items }) => items) ?? [];
    return [...new Map(all.map((row) => [cellKey(row), row])).values()];
  }, [data]);
  return { ...query, rows, isOfOtherTab: isPlaceholderData && answered !== tab };
}

type BucketRowsProps = Readonly<{
  query: ReturnType<typeof useBucketRows>;
  state: SelectState;
  /** What the rows differ in: the classes of one partner, the partners of one class, or both. */
  by: RowsBy;
  /** For their names. */
  partners: readonly Partner[];
  onWiden: () => void;
  /** Shown when there are none. */
  empty: ReactNode;
}>;

/** The rows, or their loading, empty or error state. */
export function BucketRows({ query, state, by, partners, onWiden, empty }: BucketRowsProps) {
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });
  const seesVotes = useMay()({ scope: 'review', action: 'view' });
  const { data, rows, isOfOtherTab } = query;
  // The rows of the previous tab would be under other heads.
  const shown = isOfOtherTab ? undefined : data && rows;
  const none = isNarrowed(state) ? <NoMatch state={state} onWiden={onWiden} /> : empty;
  if (state.tab === 'draft')
    return (
      <Suspense fallback={<Card waiting={9} />}>
        <DraftsTab
          list={{ ...query, data: shown }}
          by={by}
          partners={partners}
          total={data?.pages[0]?.counts.draft ?? rows.length}
          empty={none}
        />
      </Suspense>
    );
  const isPending = state.tab === 'pending_review';
  return (
    <DataTable
      // The skeleton of another tab has its heads.
      key={isPending ? 'pending' : 'buckets'}
      label="Buckets"
      // A bucket can have left the tab between two responses.
      rows={{ ...query, data: isPending ? shown?.filter(isInReview) : shown }}
      columns={isPending ? listPendingColumns(by, partners, seesVotes) : listColumns(by, partners, mayEdit)}
      row={ROW}
      empty={none}
      className={`ls-table-fixed ls-table-hover ${classes.table}`}
    />
  );
}

const ROW: RowFacts<BucketRow> = { key: cellKey };

const listColumns = (by: RowsBy, partners: readonly Partner[], mayEdit: boolean): Columns<BucketRow> => [
  {
    head: BY_LABELS[by],
    isRowHead: true,
    cell: (row) => (
      <>
        <PageLink to={bucketAddress(row)} data-hit className="ls-name">
          {nameRow(row, by, partners)}
        </PageLink>
        <span className="ls-small ls-block ls-ink-3 ls-until-large">
          {plural(row.dials, 'dial')}, v{row.live_number} since <Since moment={row.live_at} />
          <Counters draft={row.draft} />
        </span>
        <span className="ls-small ls-block ls-ink-3 ls-until-small">
          Appetite {appetiteText(row.appetite)} <Status row={row} />
        </span>
      </>
    ),
  },
  { head: 'Status', width: 148, from: 'small', cell: (row) => <Status row={row} /> },
  { head: 'Dials', width: 84, from: 'large', align: 'end', cell: ({ dials }) => dials },
  {
    head: 'Appetite',
    width: 84,
    from: 'small',
    align: 'end',
    cell: ({ appetite }) => (
      <span className={appetite === 0 ? `ls-ink-3 ${classes.closed}` : undefined}>{appetiteText(appetite)}</span>
    ),
  },
  {
    head: 'Live',
    width: 216,
    from: 'wide',
    className: classes.live,
    cell: ({ live_number, live_at }) => (
      <span className="ls-nowrap ls-ink-3">
        <span className="ls-tag">v{live_number}</span> since <Since moment={live_at} />
      </span>
    ),
  },
  { head: 'Draft changes', width: 236, from: 'large', cell: ({ draft }) => <Draft draft={draft} /> },
  {
    head: 'Actions',
    isHeadHidden: true,
    width: 140,
    className: 'ls-right ls-nowrap',
    cell: (row) => <Actions row={row} name={nameRow(row, by, partners)} mayEdit={mayEdit} />,
  },
];

const Since = ({ moment }: Readonly<{ moment: string }>) => (
  <Time moment={moment} format={formatDayOrTime} now={useNow()} />
);

const Status = ({ row: { status, stopped } }: Readonly<{ row: BucketRow }>) => (
  <span className="ls-inline ls-wrap ls-gap-4">
    <StatusChip status={status} />
    {stopped && <StatusChip status="stopped" />}
  </span>
);

function Draft({ draft }: Pick<BucketRow, 'draft'>) {
  if (draft === null) return <span className="ls-small ls-ink-3">none</span>;
  return (
    <>
      <Counters draft={draft} />
      <span className="ls-block ls-clip ls-small ls-ink-3">
        {draft.saved_by.name}, <Since moment={draft.saved_at} />
      </span>
    </>
  );
}

function Actions({ row, name, mayEdit }: Readonly<{ row: BucketRow; name: string; mayEdit: boolean }>) {
  const hasDraft = row.draft !== null;
  return (
    <>
      {/* In review nothing can be edited. */}
      {mayEdit && row.status !== 'pending_review' && (
        <RowButton to={bucketAddress(row, 'edit')} label="Edit" of={`Edit ${name}`} />
      )}
      <RowButton
        to={bucketAddress(row, hasDraft ? 'draft' : undefined)}
        label="View"
        of={hasDraft ? `View draft of ${name}` : `View ${name}`}
      />
    </>
  );
}

/** Repeats the search, and offers a wider one. */
export function NoMatch({ state, onWiden }: Readonly<{ state: SelectState; onWiden: () => void }>) {
  const tab = SELECT_TABS.find(({ value }) => value === state.tab);
  const where = tab === undefined || tab.value === 'all' ? '' : ` in ${tab.label}`;
  return (
    <p role="status" className="ls-card ls-pad ls-ink-2">
      No bucket
      {state.q !== '' && (
        <>
          {' '}
          matches <b>“{state.q}”</b>
        </>
      )}
      {where}.{' '}
      <button type="button" className="ls-link" onClick={onWiden}>
        Show all
      </button>
    </p>
  );
}
