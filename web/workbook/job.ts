import type { CellMark, ReadWorkbook, Workbook, WorkbookSheet } from '#domain/sheet/workbook.ts';
import { SheetRefusal } from './refusal.ts';
import { markWorkbook, readWorkbook, writeWorkbook } from './workbook.ts';

export type SheetJob =
  | Readonly<{ kind: 'read'; bytes: Uint8Array<ArrayBuffer> }>
  | Readonly<{ kind: 'write'; workbook: Workbook }>
  | Readonly<{ kind: 'mark'; bytes: Uint8Array<ArrayBuffer>; marks: readonly CellMark[]; list: WorkbookSheet }>;

export type SheetResult<Kind extends SheetJob['kind']> = Kind extends 'read' ? ReadWorkbook : Uint8Array<ArrayBuffer>;

export type SheetReply = Readonly<{ result: ReadWorkbook | Uint8Array }> | Readonly<{ refusal: string }>;

export const UNREADABLE = 'This file could not be read. Open it in Excel, save a copy, and choose that.';

/** What the worker does. It never rejects. */
export async function runJob(job: SheetJob): Promise<SheetReply> {
  try {
    return { result: await perform(job) };
  } catch (error) {
    if (error instanceof SheetRefusal) return { refusal: error.message };
    return { refusal: job.kind === 'write' ? 'The sheet could not be written.' : UNREADABLE };
  }
}

function perform(job: SheetJob): Promise<ReadWorkbook | Uint8Array> {
  switch (job.kind) {
    case 'read':
      return readWorkbook(job.bytes);
    case 'write':
      return writeWorkbook(job.workbook);
    case 'mark':
      return markWorkbook(job.bytes, job.marks, job.list);
  }
}
