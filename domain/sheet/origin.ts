import { canonicalJson } from '#domain/audit/canonical.ts';
import { bareCell, guardCell } from '#domain/csv/cell.ts';
import type { SheetOrigin } from './bucket-sheet.ts';
import type { ReadWorkbook, WorkbookSheet } from './workbook.ts';

export const ORIGIN_SHEET = 'Lineslip';
const NOTE = 'Where this sheet comes from. Lineslip needs it to read the sheet again: please leave it as it is.';
/** Excel's cells hold 32,767 characters. */
const MAX_CHUNK = 30_000;

/** The text whose SHA-256 is the hash of an origin. */
export const originText = ({ hash: _hash, ...content }: Omit<SheetOrigin, 'hash'> & { hash?: string }): string =>
  canonicalJson(content);

/** JSON without white space and in ASCII, since programs trim cells and must not cut a character in two. */
const toAscii = (json: string): string =>
  json.replaceAll(/[^!-~]/g, (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A hidden sheet with JSON, for reading the file again. */
export function writeHiddenJson(content: unknown): WorkbookSheet {
  const chunks = toAscii(canonicalJson(content)).match(new RegExp(`.{1,${MAX_CHUNK}}`, 'g')) ?? [];
  return {
    name: ORIGIN_SHEET,
    isHidden: true,
    columns: [{ width: 40, format: 'text' }],
    rows: [NOTE, ...chunks.map(guardCell)].map((value) => [{ value }]),
  };
}

/** Undefined where there is none that can be read. */
export function readHiddenJson({ sheets }: ReadWorkbook): unknown {
  const rows = sheets.find(({ name }) => name === ORIGIN_SHEET)?.rows ?? [];
  const chunks = rows.slice(1).map(([cell]) => bareCell(cell?.text ?? ''));
  try {
    return JSON.parse(chunks.join(''));
  } catch {
    return undefined;
  }
}

/** What the file says it was exported from; undefined where it says nothing that can be read. */
export function findOrigin(workbook: ReadWorkbook): SheetOrigin | undefined {
  const content = readHiddenJson(workbook);
  return isOrigin(content) ? content : undefined;
}

/** Only the frame: the hash shows whether anything was changed. */
function isOrigin(content: unknown): content is SheetOrigin {
  if (typeof content !== 'object' || content === null) return false;
  const { format, partner, cob, entries, hash } = content as Record<keyof SheetOrigin, unknown>;
  return (
    format === 1 &&
    typeof partner === 'number' &&
    typeof cob === 'string' &&
    Array.isArray(entries) &&
    typeof hash === 'string'
  );
}
