import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedLimits } from '#contract/capacity.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import { applyLimits, refreshPortfolios } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { describeError } from '#web/base/api/describeError.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { plural } from '#web/kit/plural.ts';

type ReadSheet = Readonly<{ file: string; limits: readonly Limit[] }>;
type RefusedSheet = Readonly<{ name: string; errors: readonly string[] }>;

/** Reads a file of limits. The first import happens at once, a later one after it is confirmed. */
export function useLimitImport({ items, revision }: ImportedLimits) {
  const api = useApi();
  const queries = useQueryClient();
  const [sheet, setSheet] = useState<ReadSheet>();
  const [refused, setRefused] = useState<RefusedSheet>();
  const change = useChange({
    send: ({ file, limits }: ReadSheet) => api.importLimits({ body: { file, limits } }, { ifMatch: revision }),
    done: ({ items: imported }) => `${plural(imported.length, 'limit')} successfully imported`,
    failed: 'Failed to import limits',
    apply: applyLimits,
    onDone: () => setSheet(undefined),
    onFailed: (client) => void refreshPortfolios(client),
  });

  const { run, forget } = change;

  async function read(file: File): Promise<void> {
    const { name } = file;
    setRefused(undefined);
    forget();
    try {
      const { readLimitFile } = await import('./readLimitFile.ts');
      const { limits, errors } = await readLimitFile(file, api, queries);
      if (errors.length > 0) setRefused({ name, errors });
      else if (items.length === 0) await run({ file: name, limits });
      else setSheet({ file: name, limits });
    } catch (error) {
      setRefused({ name, errors: [describeError(error)] });
    }
  }

  return {
    read,
    /** Waits to be confirmed. */
    sheet,
    refused,
    confirm: () => void (sheet && run(sheet)),
    cancel: () => {
      setSheet(undefined);
      forget();
    },
    change,
  };
}
