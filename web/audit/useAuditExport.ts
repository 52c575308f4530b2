import { useCallback, useState } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import { describeError } from '#web/api/describeError.ts';
import { useApi } from '#web/api/client.tsx';
import { download } from '#web/kit/download.ts';
import { utcToday } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { type AuditFilter, queryOf } from './filter.ts';

/** The filtered records as a file: `audit-2026-11-15.csv`. `note` says what was cut off. */
export function useAuditExport(filter: AuditFilter) {
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
