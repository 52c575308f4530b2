import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { FileProblem } from './reader.protocol.ts';

const BLOCK = 1024 * 1024;
const SEPARATORS = [',', ';', '\t', '|'] as const;
const NOT_UTF8 = 'The file is not UTF-8, so its letters cannot be read. Save it as CSV UTF-8 and load it again.';
const NOT_TEXT = 'This is neither CSV nor Parquet. Save it as CSV UTF-8 and load it again.';
export const ONE_COLUMN =
  'There is only one column. Separate columns by commas, semicolons, tabs or |, and load it again.';
/** Bytes that never occur in text; the second one separates cells while reading. */
const NO_TEXT = [0x00, 0x1f];
const UTF16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Scans the whole file and returns its separator. */
export async function inspectText(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const block = Buffer.alloc(BLOCK + 3);
    let carried = 0;
    let separator: string | undefined;
    for (let isFirst = true; ; isFirst = false) {
      const { bytesRead } = await handle.read(block, carried, BLOCK);
      const bytes = block.subarray(0, carried + bytesRead);
      if (isFirst && UTF16.some(([a, b]) => bytes[0] === a && bytes[1] === b)) throw new FileProblem(NOT_UTF8);
      if (NO_TEXT.some((byte) => bytes.includes(byte))) throw new FileProblem(NOT_TEXT);
      const whole = bytesRead === 0 ? bytes.length : endOfLastCharacter(bytes);
      if (!isUtf8(bytes.subarray(0, whole))) throw new FileProblem(NOT_UTF8);
      if (isFirst) separator = separatorOf(bytes.subarray(0, whole).toString('utf8'));
      if (bytesRead === 0) return separator ?? ',';
      carried = bytes.length - whole;
      bytes.copy(block, 0, whole);
    }
  } finally {
    await handle.close();
  }
}

/** The end of the last complete UTF-8 character, which has at most four bytes. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The most frequent separator of the first line; one that occurs as often in the second line wins. */
function separatorOf(text: string): string {
  const content = text.replace(/^\uFEFF/, '').trimStart();
  if (content === '') throw new FileProblem('The file is empty.');
  const [first, second] = countSeparators(content);
  const found = SEPARATORS.map((separator) => ({ separator, count: first?.get(separator) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const even = found.find(({ separator, count }) => second?.get(separator) === count);
  const { separator } = even ?? found[0] ?? {};
  if (separator === undefined) throw new FileProblem(ONE_COLUMN);
  return separator;
}

/** Counts separators outside of quotes in the first two lines. */
function countSeparators(text: string): readonly ReadonlyMap<string, number>[] {
  const lines = [new Map<string, number>()];
  let quoted = false;
  for (const character of text) {
    const line = lines.at(-1);
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') {
      if (lines.length === 2) break;
      lines.push(new Map());
    } else if (!quoted) line?.set(character, (line.get(character) ?? 0) + 1);
  }
  return lines;
}
