import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTabHeader } from '#web/frame/tabHeader.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { useAddressState } from '#web/frame/useAddressState.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { auditQuery } from './query.ts';
import { isNarrowed, readFilter, writeFilter } from './query.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { useAuditExport } from './useAuditExport.ts';
import classes from './Audit.module.css';

export function AuditTab() {
  const { state: filter, change } = useAddressState({ read: readFilter, write: writeFilter });
  const records = useInfiniteQuery(auditQuery(useApi(), filter));
  const rows = records.data?.pages.flatMap(({ items }) => items);
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
      <AuditFilters filter={filter} onChange={(part) => change(part)} onClear={clear} />
      <p role="status" className={`ls-ink-2 ${classes.note}`}>
        {note}
      </p>
      {records.isPending && <Skeleton lines={10} />}
      {rows === undefined && <FetchError title="Failed to load records" query={records} />}
      {rows?.length === 0 && (
        <EmptyState
          title={isNarrowed(filter) ? 'No records match' : 'No records yet'}
          text="Every change, refusal and sign-in writes one."
          {...(isNarrowed(filter) && {
            action: (
              <Button variant="default" onClick={clear}>
                Show all
              </Button>
            ),
          })}
        />
      )}
      {rows !== undefined && rows.length > 0 && <AuditTable rows={rows} />}
      {rows !== undefined && <FetchError title="Failed to load records" query={records} />}
      {records.hasNextPage && (
        <Button
          variant="default"
          className={`ls-fixed ls-above-16 ${classes.start}`}
          loading={records.isFetchingNextPage}
          onClick={() => void records.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
