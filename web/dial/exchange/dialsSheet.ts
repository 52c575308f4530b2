import type { ExchangedDial } from '#domain/dial/exchange.ts';
import type { FindOption } from '#domain/dimension/codec.ts';
import type { SheetOptions } from '#domain/sheet/bucket-sheet.ts';
import { readDialsSheet, writeDialsSheet } from '#domain/sheet/dials.ts';
import { SheetRefusal } from '#web/workbook/refusal.ts';
import { readSheetFile, writeSheetFile } from '#web/workbook/sheetJob.ts';
import { type DialFile, refuse } from './importFile.ts';
import { readDialLines } from './readDialLines.ts';

/** One dial per row of the first sheet that names the columns. */
export async function readSheetDials(file: File, findOption: FindOption): Promise<DialFile> {
  try {
    const table = readDialsSheet(await readSheetFile(file));
    if (table === undefined) return refuse('No sheet has a column “Name”.');
    return readDialLines(table.lines, findOption, table);
  } catch (error) {
    if (error instanceof SheetRefusal) return refuse(error.message);
    throw error;
  }
}

export const writeSheetDials = (dials: readonly ExchangedDial[], options: SheetOptions): Promise<Blob> =>
  writeSheetFile(writeDialsSheet(dials, options));
