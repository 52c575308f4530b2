import { grouped } from '#domain/dimension/format.ts';
import { SHEET_LIMITS, SheetRefusal } from './refusal.ts';

export type ArchiveEntry = Readonly<{
  name: string;
  method: number;
  compressedSize: number;
  size: number;
  /** Of its local header. */
  offset: number;
}>;

const END_OF_DIRECTORY = 0x06_05_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const MAX_COMMENT = 0xff_ff;
const STORED = 0;
const DEFLATED = 8;
/** The container of old workbooks, and of those with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const DAMAGED = 'This file is incomplete or damaged. Open it in Excel, save a copy, and choose that.';
const TOO_LARGE = 'This file is too large. Remove what is not of the exported sheet, and choose it again.';
const NO_WORKBOOK = 'This file is not an Excel workbook (.xlsx).';
const PASSWORD = 'This file is protected by a password. Save a copy without one, and choose that.';

/** Parts that tell other kinds of files, and what to do with them. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  'word/document.xml': 'This file is a Word document. Choose an Excel workbook (.xlsx).',
  'ppt/presentation.xml': 'This file is a presentation. Choose an Excel workbook (.xlsx).',
  'content.xml': 'This file is an OpenDocument file. Save it as Excel workbook (.xlsx), and choose that.',
  'xl/workbook.bin': 'This file is a binary workbook (.xlsb). Save it as Excel workbook (.xlsx), and choose that.',
};

export const isSheetPart = (name: string): boolean => /^xl\/worksheets\/[^/]+\.xml$/i.test(name);

/** Refuses what is no workbook, or would take too much memory, by the directory of the archive: nothing is inflated. */
export function checkArchive(bytes: Uint8Array): readonly ArchiveEntry[] {
  if (bytes.length > SHEET_LIMITS.fileBytes) throw new SheetRefusal(TOO_LARGE);
  if (COMPOUND_FILE.every((byte, index) => bytes[index] === byte)) throw new SheetRefusal(describeCompoundFile(bytes));
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new SheetRefusal(NO_WORKBOOK);
  const entries = readDirectory(bytes);
  const names = new Set(entries.map(({ name }) => name));
  if (names.size < entries.length) throw new SheetRefusal(DAMAGED);
  if (!names.has('xl/workbook.xml')) {
    const format = Object.keys(OTHER_FORMATS).find((name) => names.has(name)) ?? '';
    throw new SheetRefusal(OTHER_FORMATS[format] ?? NO_WORKBOOK);
  }
  const sum = (isSheet: boolean) =>
    entries.reduce((total, { name, size }) => (isSheetPart(name) === isSheet ? total + size : total), 0);
  if (sum(true) > SHEET_LIMITS.sheetBytes || sum(false) > SHEET_LIMITS.otherBytes) throw new SheetRefusal(TOO_LARGE);
  return entries;
}

/** Names in it are UTF-16. */
function describeCompoundFile(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
  return text.includes('EncryptedPackage')
    ? PASSWORD
    : 'This file is an old workbook (.xls). Save it as Excel workbook (.xlsx), and choose that.';
}

function readDirectory(bytes: Uint8Array): ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  // Both at their maximum: a ZIP64 archive, which holds the true figures elsewhere.
  if (count > SHEET_LIMITS.archiveEntries || start === 0xff_ff_ff_ff) throw new SheetRefusal(TOO_LARGE);
  const entries: ArchiveEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new SheetRefusal(DAMAGED);
    const nameLength = view.getUint16(at + 28, true);
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    checkEntry(entry, view.getUint16(at + 8, true));
    entries.push(entry);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** What inflates an entry stops at its size, but takes a size of 0 as not known, or looks for it behind the content. */
function checkEntry({ method, compressedSize, size }: ArchiveEntry, flags: number): void {
  if ((flags & 1) !== 0) throw new SheetRefusal(PASSWORD);
  if (size === 0xff_ff_ff_ff || compressedSize === 0xff_ff_ff_ff) throw new SheetRefusal(TOO_LARGE);
  const isBehindContent = (flags & 8) !== 0 && compressedSize === 0;
  const isKnown = method === STORED ? compressedSize === size : method === DEFLATED && compressedSize > 0;
  const isEmpty = size === 0 && compressedSize <= 2;
  if (isBehindContent || (!isEmpty && (!isKnown || size === 0))) throw new SheetRefusal(DAMAGED);
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - MAX_COMMENT);
  for (let at = view.byteLength - 22; at >= first; at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  throw new SheetRefusal(DAMAGED);
}

/** The text of an entry, piece by piece. */
function readEntry(bytes: Uint8Array<ArrayBuffer>, entry: ArchiveEntry): ReadableStream<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, compressedSize, method } = entry;
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const content = new Blob([bytes.subarray(start, start + compressedSize)]).stream();
  const inflated = method === STORED ? content : content.pipeThrough(new DecompressionStream('deflate-raw'));
  return inflated.pipeThrough(new TextDecoderStream());
}

/** What the file has and nobody reads. */
export function describeParts(entries: readonly ArchiveEntry[]): string[] {
  const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
  return [
    ...(has(/vbaProject\.bin$/i) ? ['It has macros. They were not run.'] : []),
    ...(has(/^xl\/threadedComments\//i) ? ['It has comments of Excel. They were not read.'] : []),
    ...(has(/^xl\/(?:charts|media|pivotTables)\//i)
      ? ['It has charts, pictures or pivot tables. They were not read.']
      : []),
  ];
}

const FILLED_CELL = /<(?:\w+:)?c\b[^>]*?\sr="([A-Z]{1,3})(\d{1,7})"[^>]*(?<!\/)>/g;
const numberOf = (column: string): number =>
  Array.from(column).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** What is not read, since it lies outside of the limits. */
export async function describeCellsOutside(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ArchiveEntry[],
): Promise<string[]> {
  let count = 0;
  for (const entry of entries.filter(({ name }) => isSheetPart(name))) {
    let tail = '';
    for await (const piece of readEntry(bytes, entry)) {
      const text = tail + piece;
      const end = text.lastIndexOf('>') + 1;
      for (const [, column = '', row] of text.slice(0, end).matchAll(FILLED_CELL))
        if (Number(row) > SHEET_LIMITS.rows + 1 || numberOf(column) > SHEET_LIMITS.columns) count += 1;
      tail = text.slice(end);
    }
  }
  if (count === 0) return [];
  return [
    `Only the first ${grouped(SHEET_LIMITS.rows)} rows and ${SHEET_LIMITS.columns} columns were read. ` +
      `Filled cells outside: ${grouped(count)}.`,
  ];
}
