import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ImportRow } from '#contract/dial-exchange.ts';
import { Problem } from '#contract/problem.ts';
import { describeError } from '#web/base/api/describeError.ts';
import { useApi } from '#web/base/api/client.tsx';
import { readReference, refreshDials } from '#web/dial/query.ts';
import { notifyError } from '#web/kit/Toaster.tsx';
import { type FileRow, writesDraft, type PlannedRow, planRows } from './importFile.ts';
import { optionFinder, readDialFile } from './readDialFile.ts';

type Preview = Readonly<{
  fileName: string;
  rows: readonly PlannedRow[];
  /** Labels of columns the file lacks, if it changes dials. */
  missing: readonly string[];
  /** What of a workbook was not taken as it stands. */
  notices: readonly string[];
  /** Of all rows that were sent. */
  fingerprint: string;
}>;

export type Import =
  | Readonly<{ step: 'choose'; problems: readonly string[]; fileName?: string }>
  | Readonly<{ step: 'reading'; fileName: string }>
  | (Readonly<{ step: 'preview'; note?: string; busy: boolean }> & Preview);

const CHANGED = 'Dials have changed since the preview. Please look at it again.';

/** From a file to drafts: parse, preview, and write on confirmation. */
export function useImport(onDone: (drafts: readonly string[]) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [state, setState] = useState<Import>({ step: 'choose', problems: [] });
  const run = useRef(0);

  const preview = useCallback(
    async (rows: readonly FileRow[]) => {
      const sent = rows.flatMap(({ row }) => row ?? []);
      const { outcomes, fingerprint } =
        sent.length === 0 ? { outcomes: [], fingerprint: '' } : await api.previewImport({ body: { rows: sent } });
      return { rows: planRows(rows, outcomes), fingerprint };
    },
    [api],
  );

  const choose = useCallback(
    async (chosen: File) => {
      const mine = ++run.current;
      const fileName = chosen.name;
      setState({ step: 'reading', fileName });
      const next = await (async (): Promise<Import> => {
        try {
          const reference = await readReference(api, queryClient);
          const file = await readDialFile(chosen, optionFinder(reference));
          if (!file.ok) return { step: 'choose', problems: file.problems, fileName };
          const { missing, notices } = file;
          return { step: 'preview', fileName, busy: false, missing, notices, ...(await preview(file.rows)) };
        } catch (error) {
          return { step: 'choose', problems: [describeError(error)], fileName };
        }
      })();
      if (mine === run.current) setState(next);
    },
    [api, queryClient, preview],
  );

  const write = useCallback(
    async (shown: Preview, ticked: ReadonlySet<number>) => {
      const chosen = shown.rows.filter((row) => ticked.has(row.at) && writesDraft(row));
      const rows = chosen.flatMap(({ row }): ImportRow[] => (row === undefined ? [] : [row]));
      const again = async (note: string) =>
        setState({ ...shown, step: 'preview', busy: false, note, ...(await preview(shown.rows)) });
      setState({ ...shown, step: 'preview', busy: true });
      try {
        let { fingerprint } = shown;
        if (chosen.length < shown.rows.length) {
          const fresh = await preview(chosen);
          if (!isAsShown(chosen, fresh.rows)) return await again(CHANGED);
          fingerprint = fresh.fingerprint;
        }
        const { drafts } = await api.importDials({ body: { rows, fingerprint } });
        await refreshDials(queryClient);
        onDone(drafts);
      } catch (error) {
        if (error instanceof Problem && error.kind === 'conflict') return await again(CHANGED).catch(failed);
        failed(error);
      }
      function failed(error: unknown): void {
        notifyError('Failed to import dials');
        setState({ ...shown, step: 'preview', busy: false, note: describeError(error) });
      }
    },
    [api, queryClient, preview, onDone],
  );

  const restart = useCallback(() => {
    run.current += 1;
    setState({ step: 'choose', problems: [] });
  }, []);

  return { state, choose, write, restart };
}

/** Whether a second preview of some rows equals the first. */
const isAsShown = (shown: readonly PlannedRow[], fresh: readonly PlannedRow[]): boolean =>
  JSON.stringify(shown.map(({ outcome, changes }) => [outcome, changes])) ===
  JSON.stringify(fresh.map(({ outcome, changes }) => [outcome, changes]));
