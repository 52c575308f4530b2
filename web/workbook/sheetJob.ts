import type { CellMark, ReadWorkbook, Workbook, WorkbookSheet } from '#domain/sheet/workbook.ts';
import type { SheetJob, SheetReply, SheetResult } from './job.ts';
import { SHEET_LIMITS, SheetRefusal } from './refusal.ts';

const MAX_SECONDS = 20;

const startWorker = (): Worker => new Worker(new URL('sheet.worker.ts', import.meta.url), { type: 'module' });

/** One worker per job, ended after it: nothing that a file does outlasts it. Rejects with a `SheetRefusal`. */
export function runSheetJob<Job extends SheetJob>(
  job: Job,
  { start = startWorker, maxSeconds = MAX_SECONDS } = {},
): Promise<SheetResult<Job['kind']>> {
  const worker = start();
  const { promise, resolve, reject } = Promise.withResolvers<SheetResult<Job['kind']>>();
  const refuse = (sentence: string) => reject(new SheetRefusal(sentence));
  const timer = setTimeout(
    () => refuse(`It took longer than ${maxSeconds} seconds. The file may be too large, or damaged.`),
    maxSeconds * 1000,
  );
  worker.addEventListener('message', ({ data }: MessageEvent<SheetReply>) => {
    if ('refusal' in data) refuse(data.refusal);
    else resolve(data.result as SheetResult<Job['kind']>);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    refuse('The file could not be handled. It may be too large, or damaged.');
  });
  worker.postMessage(job);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

export async function readSheetFile(file: Blob): Promise<ReadWorkbook> {
  if (file.size > SHEET_LIMITS.fileBytes)
    throw new SheetRefusal('This file is too large. Remove what is not of the exported sheet, and choose it again.');
  return runSheetJob({ kind: 'read', bytes: await readBytes(file) });
}

export const writeSheetFile = async (workbook: Workbook): Promise<Blob> =>
  new Blob([await runSheetJob({ kind: 'write', workbook })], { type: XLSX_TYPE });

export const markSheetFile = async (
  file: Blob,
  { marks, list }: Readonly<{ marks: readonly CellMark[]; list: WorkbookSheet }>,
): Promise<Blob> =>
  new Blob([await runSheetJob({ kind: 'mark', bytes: await readBytes(file), marks, list })], { type: XLSX_TYPE });

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const readBytes = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer());
