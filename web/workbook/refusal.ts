/** A workbook that is not read or written. Its message is a sentence for the person. */
export class SheetRefusal extends Error {
  override name = 'SheetRefusal';
}

/** "Failed to import dials. This file is too large." */
export const describeFailure = (text: string, error: unknown): string =>
  error instanceof SheetRefusal ? `${text}. ${error.message}` : text;

const MEGABYTE = 2 ** 20;

/** The parser takes up to fifty times the size of shared strings, so what is no sheet is limited more tightly. */
export const SHEET_LIMITS = {
  fileBytes: 16 * MEGABYTE,
  sheetBytes: 64 * MEGABYTE,
  otherBytes: 8 * MEGABYTE,
  archiveEntries: 1000,
  /** The rest is not read, and a notice says so. */
  rows: 2000,
  columns: 200,
} as const;
