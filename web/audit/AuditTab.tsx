import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AuditGroup, AuditPage } from '#contract/audit.ts';
import { PAGE_LIMIT } from '#contract/page.ts';
import { grouped } from '#domain/dimension/format.ts';
import { useApi } from '#web/base/api/client.tsx';
import { describeError } from '#web/base/api/describeError.ts';
import { useApiPages } from '#web/base/api/query.ts';
import { listItems } from '#web/base/page/Loaded.tsx';
import { useTabHeader } from '#web/base/page/tabHeader.ts';
import { useSearchState } from '#web/base/page/useSearchState.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { download } from '#web/kit/download.ts';
import { formatMoment, inSentence, utcToday } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { type AuditFilter, isNarrowed, queryOf, readFilter, writeFilter } from './filter.ts';
import classes from './Audit.module.css';

/** "38 records in 3 rows", or of those read so far. */
function countText(rows: readonly AuditGroup[], hasMore: boolean): string {
  const records = rows.reduce((sum, { set }) => sum + (set?.matching ?? 1), 0);
  const more = hasMore ? '+' : '';
  if (records === rows.length) return `${plural(records, 'record')}${more && ', and more'}`;
  return `${plural(records, 'record')} in ${plural(rows.length, 'row')}${more && ', and more'}`;
}

type Records = UseInfiniteQueryResult<Readonly<{ pages: readonly AuditPage[] }>>;

/** A search that found few looks into older records by itself, until it has looked into all. */
function useLookingFurther({ data, isFetching, isError, isPlaceholderData, fetchNextPage }: Records) {
  const pages = data?.pages ?? [];
  const lookedTo = pages.at(-1)?.looked_to ?? null;
  const found = pages.reduce((sum, { items }) => sum + items.length, 0);
  const isLooking = lookedTo !== null && found < PAGE_LIMIT.default && !isError && !isPlaceholderData;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  return { lookedTo, isLooking };
}

export function AuditTab() {
  const { state: filter, text, search, change } = useSearchState({ read: readFilter, write: writeFilter });
  const records = useApiPages(
    'listAudit',
    { query: { ...queryOf(filter), by: filter.by } },
    { placeholderData: keepPreviousData },
  );
  const rows = records.data?.pages.flatMap(({ items }) => items);
  const { lookedTo, isLooking } = useLookingFurther(records);
  const { busy, note, start } = useAuditExport(filter);
  useTabHeader(
    useMemo(
      () => ({
        actions: (['json', 'csv'] as const).map((as) => ({
          label: `Export as ${as.toUpperCase()}`,
          variant: 'default' as const,
          disabled: busy,
          onClick: () => void start(as),
        })),
      }),
      [busy, start],
    ),
  );
  const clear = () => change(readFilter(new URLSearchParams()));

  return (
    <>
      <div className={`ls-row ls-wrap ls-fixed ls-below-12 ${classes.search}`}>
        <SearchField
          label="Search the audit"
          placeholder="Search names, buckets, dials, comments"
          value={text}
          onChange={search}
          width={760}
        />
        <span role="status" className="ls-small ls-ink-2 ls-push">
          {rows && !records.isPlaceholderData && countText(rows, records.hasNextPage)}
        </span>
        <SegmentedControl
          aria-label="Rows"
          data={[
            { value: 'set', label: 'By set' },
            { value: 'record', label: 'Every record' },
          ]}
          value={filter.by}
          onChange={(by) => change({ by: by === 'record' ? by : 'set' })}
        />
      </div>
      <AuditFilters filter={filter} onChange={(part) => change(part)} onClear={clear} />
      <p role="status" className={`ls-ink-2 ${classes.note}`}>
        {note}
      </p>
      {lookedTo !== null && (
        <p role="status" className={`ls-ink-2 ${classes.note}`}>
          Looked back to {inSentence(formatMoment(lookedTo))}.{isLooking && ' Looking further …'}
        </p>
      )}
      {/* Without its pages while it looks further by itself. */}
      <AuditTable
        records={isLooking ? listItems(records) : records}
        q={filter.q}
        empty={
          lookedTo === null && (
            <EmptyState
              title={
                filter.q !== ''
                  ? `Nothing matches “${filter.q}”.`
                  : isNarrowed(filter)
                    ? 'No records match'
                    : 'No records yet'
              }
              text="Every change, refusal and sign-in writes one."
              {...(isNarrowed(filter) && {
                action: (
                  <Button variant="default" onClick={clear}>
                    {filter.q === '' ? 'Show all' : 'Clear search'}
                  </Button>
                ),
              })}
            />
          )
        }
      />
    </>
  );
}

/** The filtered records as a file: `audit-2026-11-15.csv`. `note` says what was cut off. */
function useAuditExport(filter: AuditFilter) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');

  const start = useCallback(
    async (as: 'json' | 'csv') => {
      setBusy(true);
      setNote('');
      try {
        const { records, cut } = await api.exportAudit({ query: queryOf(filter) });
        const name = `audit-${utcToday()}.${as}`;
        if (as === 'json') download(name, `${JSON.stringify(records, null, 2)}\n`, 'application/json');
        else download(name, (await import('./auditCsv.ts')).writeAuditCsv(records), 'text/csv;charset=utf-8');
        notifySuccess(`${plural(records.length, 'record')} exported`);
        if (cut)
          setNote(
            `The file holds the ${grouped(records.length)} oldest records. More match: narrow the filter by time, and export the rest.`,
          );
      } catch (error) {
        notifyError('Failed to export records');
        setNote(describeError(error));
      } finally {
        setBusy(false);
      }
    },
    [api, filter],
  );
  return { busy, note, start };
}
