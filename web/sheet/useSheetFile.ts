import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { SheetReading, SheetRefusal as BucketRefusal } from '#domain/sheet/reading.ts';
import { describeError } from '#web/base/api/describeError.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { SheetRefusal } from '#web/workbook/refusal.ts';
import { readBucketFile } from './bucketSheet.ts';

/** Why a file is not compared with the bucket. */
export type FileRefusal = BucketRefusal | Readonly<{ kind: 'unreadable'; sentence: string }>;

export type SheetFile =
  | Readonly<{ step: 'choose'; name?: string; refusal?: FileRefusal }>
  | Readonly<{ step: 'reading'; name: string }>
  | Readonly<{ step: 'read'; file: File; reading: SheetReading }>;

/** The chosen file, read. Choosing another while one is read drops the first. */
export function useSheetFile(bucket: BucketAddress) {
  const api = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState<SheetFile>({ step: 'choose' });
  const run = useRef(0);
  const choose = useCallback(
    async (file: File) => {
      const mine = ++run.current;
      setState({ step: 'reading', name: file.name });
      const next = await readBucketFile({ api, queries }, file, bucket).then(
        (sheet): SheetFile =>
          'reading' in sheet
            ? { step: 'read', file, reading: sheet.reading }
            : { step: 'choose', name: file.name, refusal: sheet.refusal },
        (error: unknown): SheetFile => {
          const sentence = error instanceof SheetRefusal ? error.message : describeError(error);
          return { step: 'choose', name: file.name, refusal: { kind: 'unreadable', sentence } };
        },
      );
      if (mine === run.current) setState(next);
    },
    [api, queries, bucket],
  );
  return { state, choose: useCallback((file: File) => void choose(file), [choose]) };
}
