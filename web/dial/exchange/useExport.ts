import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import { useApi } from '#web/base/api/client.tsx';
import { readReference } from '#web/dial/query.ts';
import { dials as countDials } from '#web/dial/list/listText.ts';
import { utcToday } from '#web/kit/format.ts';
import type { filterOf } from '#web/dial/list/listState.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { download } from '#web/kit/download.ts';

export type DialFormat = 'json' | 'csv' | 'xlsx';

/** Every dial of the filtered list, or only those named, as a file: `dials-2026-11-15.csv`. */
export function useExport(filter: ReturnType<typeof filterOf>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  const start = useCallback(
    async (as: DialFormat, only?: ReadonlySet<string>) => {
      setBusy(true);
      try {
        const answer = await api.exportDials({ query: filter });
        const dials = only === undefined ? answer.dials : answer.dials.filter(({ id }) => only.has(id));
        const name = `dials-${utcToday()}.${as}`;
        if (as === 'json') download(name, `${JSON.stringify(dials, null, 2)}\n`, 'application/json');
        else if (as === 'xlsx') {
          const [{ writeSheetDials }, options] = await Promise.all([
            import('./dialsSheet.ts'),
            readReference(api, queryClient),
          ]);
          const file = await writeSheetDials(dials, options);
          download(name, file, file.type);
        } else download(name, (await import('./dialsCsv.ts')).writeDialsCsv(dials), 'text/csv;charset=utf-8');
        notifySuccess(`${countDials(dials.length)} exported`);
      } catch (error) {
        const why = error instanceof Problem && error.kind === 'too-large' ? ` ${error.message}` : '';
        notifyError(`Failed to export dials.${why}`);
      } finally {
        setBusy(false);
      }
    },
    [api, queryClient, filter],
  );

  return { busy, start: (as: DialFormat, only?: ReadonlySet<string>) => void start(as, only) };
}
