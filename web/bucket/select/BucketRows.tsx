import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useMemo, type ReactNode, useState } from 'react';
import type { BucketRow, Partner } from '#contract/bucket.ts';
import { useApi } from '#web/api/client.tsx';
import { type BucketFilter, bucketsQuery } from '#web/bucket/query.ts';
import { useSearchUsage } from '#web/telemetry/useSearchUsage.ts';
import { Loaded } from '#web/frame/Loaded.tsx';
import { ShowMore } from '#web/frame/ShowMore.tsx';
import { isNarrowed, type SelectState, SELECT_TABS } from './selectState.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './BucketRows.module.css';
import { later } from '#web/frame/later.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { useMay } from '#web/session/session.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { appetiteText } from '#web/bucket/show/words.ts';
import { plural } from '#web/kit/plural.ts';
import { bucketAddress } from '#web/bucket/address.ts';
import { BY_LABELS, Counters, nameRow, RowButton, type RowsBy, WaitingRows } from './rowParts.tsx';
import { PendingTable } from './PendingTable.tsx';
import { cellKey } from './matrix.ts';
import { Table } from '#web/kit/Table.tsx';
import { Time } from '#web/kit/Time.tsx';

const DraftsTab = later(() => import('#web/bucket/drafts/DraftsTab.tsx').then((module) => module.DraftsTab));

export function useBucketRows(state: SelectState, where: Pick<BucketFilter, 'partner' | 'cob'>, enabled = true) {
  const { tab, q } = state;
  const filter = { ...where, ...(tab !== 'all' && { status: tab }), ...(q !== '' && { q }) };
  const query = useInfiniteQuery({ ...bucketsQuery(useApi(), filter), enabled });
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
  const { data, rows, isOfOtherTab, hasNextPage } = query;
  const table = (shown: readonly BucketRow[] | undefined) => {
    if (state.tab === 'draft') {
      if (shown === undefined) return <Card waiting={9} />;
      return (
        <Suspense fallback={<Card waiting={9} />}>
          <DraftsTab rows={shown} by={by} partners={partners} total={data?.pages[0]?.counts.draft ?? shown.length} />
        </Suspense>
      );
    }
    if (state.tab === 'pending_review') return <PendingTable rows={shown} by={by} partners={partners} />;
    return <BucketsTable rows={shown} by={by} partners={partners} />;
  };

  const skeleton = (
    <>
      <p role="status" className="ls-hidden">
        Loading...
      </p>
      {table(undefined)}
    </>
  );
  if (data === undefined) return <Loaded query={query} skeleton={skeleton} />;
  // Don't show the rows of the previous tab under other heads.
  if (isOfOtherTab) return skeleton;
  if (rows.length === 0) return isNarrowed(state) ? <NoMatch state={state} onWiden={onWiden} /> : empty;
  return (
    <>
      {table(rows)}
      {hasNextPage && (
        <div className={`ls-center ls-fixed ${classes.more}`}>
          <ShowMore query={query} />
        </div>
      )}
    </>
  );
}

type BucketsTableProps = Pick<BucketRowsProps, 'by' | 'partners'> &
  Readonly<{
    /** Undefined while loading. */
    rows: readonly BucketRow[] | undefined;
  }>;

function BucketsTable({ rows, by, partners }: BucketsTableProps) {
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });
  const now = useNow();
  const columns = [
    BY_LABELS[by],
    { label: 'Status', width: 148, className: classes.roomy },
    { label: 'Dials', width: 84, className: `ls-right ${classes.wide}` },
    { label: 'Appetite', width: 84, className: `ls-right ${classes.roomy}` },
    { label: 'Live', width: 216, className: classes.live },
    { label: 'Draft changes', width: 236, className: classes.wide },
    { label: 'Actions', width: 140, hidden: true },
  ];
  return (
    <div className={`ls-card ls-fixed ${classes.card}`}>
      <Table columns={columns} className={`ls-table-fixed ls-table-hover ls-table-sticky ${classes.table}`}>
        {rows === undefined ? (
          <WaitingRows columns={columns} />
        ) : (
          <tbody>
            {rows.map((row) => (
              <Row key={cellKey(row)} row={row} name={nameRow(row, by, partners)} mayEdit={mayEdit} now={now} />
            ))}
          </tbody>
        )}
      </Table>
    </div>
  );
}

type RowProps = Readonly<{ row: BucketRow; name: string; mayEdit: boolean; now: Date }>;

function Row({ row, name, mayEdit, now }: RowProps) {
  const { status, stopped, dials, appetite, live_number, live_at, draft } = row;
  const since = <Time moment={live_at} format={formatDayOrTime} now={now} />;
  const chips = (
    <span className="ls-inline ls-wrap ls-gap-4">
      <StatusChip status={status} />
      {stopped && <StatusChip status="stopped" />}
    </span>
  );
  return (
    <tr>
      <th scope="row">
        <PageLink to={bucketAddress(row)} data-hit className="ls-name">
          {name}
        </PageLink>
        <span className={`ls-small ls-ink-3 ${classes.also}`}>
          {plural(dials, 'dial')}, v{live_number} since {since}
          <Counters draft={draft} />
        </span>
        <span className={`ls-small ls-ink-3 ${classes.phone}`}>
          Appetite {appetiteText(appetite)} {chips}
        </span>
      </th>
      <td className={classes.roomy}>{chips}</td>
      <td className={`ls-right ${classes.wide}`}>{dials}</td>
      <td className={`ls-right ${classes.roomy} ${appetite === 0 ? `ls-ink-3 ${classes.closed}` : ''}`}>
        {appetiteText(appetite)}
      </td>
      <td className={`ls-nowrap ls-ink-3 ${classes.live}`}>
        <span className="ls-tag">v{live_number}</span> since {since}
      </td>
      <td className={classes.wide}>
        {draft === null ? (
          <span className="ls-small ls-ink-3">none</span>
        ) : (
          <>
            <Counters draft={draft} />
            <span className="ls-block ls-clip ls-small ls-ink-3">
              {draft.saved_by.name}, <Time moment={draft.saved_at} format={formatDayOrTime} now={now} />
            </span>
          </>
        )}
      </td>
      <td className="ls-right ls-nowrap">
        {/* In review nothing can be edited. */}
        {mayEdit && status !== 'pending_review' && (
          <RowButton to={bucketAddress(row, 'edit')} label="Edit" of={`Edit ${name}`} />
        )}
        <RowButton
          to={bucketAddress(row, draft === null ? undefined : 'draft')}
          label="View"
          of={draft === null ? `View ${name}` : `View draft of ${name}`}
        />
      </td>
    </tr>
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
