import {
  type AppetiteReading,
  type AppetiteTable,
  readAppetiteSheet,
  writeAppetiteSheet,
} from '#domain/sheet/appetites.ts';
import { download } from '#web/kit/download.ts';
import { utcToday } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';
import { notifyError } from '#web/kit/Toaster.tsx';
import { describeFailure, SheetRefusal } from '#web/workbook/refusal.ts';
import { readSheetFile, writeSheetFile } from '#web/workbook/sheetJob.ts';

/** `appetites-2026-11-15.xlsx`. */
export async function exportAppetites(table: AppetiteTable): Promise<void> {
  try {
    const file = await writeSheetFile(writeAppetiteSheet(table));
    download(`appetites-${utcToday()}.xlsx`, file, file.type);
  } catch (error) {
    notifyError(describeFailure('Failed to export appetites', error));
  }
}

/** What the sheet would change; undefined, with a notification, where it cannot be read. */
export async function importAppetites(file: File, table: AppetiteTable): Promise<AppetiteReading | undefined> {
  try {
    const reading = readAppetiteSheet(await readSheetFile(file), table);
    if (reading === undefined)
      throw new SheetRefusal('No sheet has a column “Class of business”. Export one, and change that.');
    return reading;
  } catch (error) {
    notifyError(describeFailure('Failed to import appetites', error));
    return undefined;
  }
}

/** "12 filled from the sheet. 1 left out: there is no bucket for it." */
export function describeFilled({ typed, leftOut, changedSince, notices }: AppetiteReading): string {
  return [
    typed.length === 0 ? 'The sheet has the same appetites.' : `${typed.length} filled from the sheet.`,
    ...(changedSince === 0 ? [] : [`Others changed ${changedSince} of them since the export.`]),
    ...(leftOut === 0 ? [] : [`${leftOut} left out: there is no bucket for ${agree(leftOut, 'it', 'them')}.`]),
    ...notices,
  ].join(' ');
}
