import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import { refuseSize } from '#domain/portfolio/file.ts';
import { refreshPortfolios } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { describeError } from '#web/base/api/describeError.ts';
import { notifySuccess } from '#web/kit/Toaster.tsx';
import { sendFile, type Upload } from './sendFile.ts';

/** An open file, and its progress on the server. */
export type OpenFile = Readonly<{
  file: File;
  sent: Upload;
  load: PortfolioLoad | undefined;
  trouble: string | undefined;
}>;
/** A file that cannot be loaded, and why. */
export type RefusedFile = Readonly<{ name: string; sentence: string }>;

/** One file at a time, from the choice to the portfolio. Leaving the tab cancels it. */
export function useLoad(maxBytes: number) {
  const api = useApi();
  const queries = useQueryClient();
  const [open, setOpen] = useState<OpenFile>();
  const [refused, setRefused] = useState<RefusedFile>();
  const sent = useRef<Upload>(undefined);

  const choose = useCallback(
    (file: File): void => {
      if (sent.current !== undefined) return;
      const refuse = (sentence: string) => {
        sent.current = undefined;
        setOpen(undefined);
        setRefused({ name: file.name, sentence });
      };
      const tooLarge = refuseSize(file.size, maxBytes);
      if (tooLarge !== undefined) return refuse(tooLarge);
      const started = sendFile(api, file, {
        onLoad: (load) => setOpen((before) => before && { ...before, load: replaceEqualDeep(before.load, load) }),
        onError: (trouble) =>
          setOpen((before) => (before?.trouble === trouble ? before : before && { ...before, trouble })),
        onRefused: refuse,
        onKept: () => {
          sent.current = undefined;
          setOpen(undefined);
          notifySuccess('Portfolio successfully loaded');
          void refreshPortfolios(queries);
        },
      });
      sent.current = started;
      setRefused(undefined);
      setOpen({ file, sent: started, load: undefined, trouble: undefined });
    },
    [api, queries, maxBytes],
  );

  const cancel = useCallback(async (): Promise<void> => {
    const name = open?.file.name ?? '';
    const ended = sent.current;
    sent.current = undefined;
    setOpen(undefined);
    await ended?.cancel().catch((error: unknown) => {
      setRefused({ name, sentence: describeError(error) });
      return refreshPortfolios(queries);
    });
  }, [open, queries]);

  useEffect(() => () => void sent.current?.cancel().catch(() => undefined), []);

  return { open, refused, choose, cancel };
}
