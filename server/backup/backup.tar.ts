/** The subset of the tar format (POSIX ustar) that a backup needs; any `tar xzf` opens it. */

const BLOCK = 512;
const MAX_NAME = 100;

export type TarEntry = Readonly<{ name: string; body: Buffer }>;

/** The entry in the file: a header, the content, and zero padding. */
export function tarEntry({ name, body }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new Error(`${name} is too long for the name of an entry.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset);
  header.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(body.length, 124, 12);
  octal(0, 136, 12);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc(paddingOf(body.length))]);
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The sum of the header's bytes, with its own field counted as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

/** The entries of a tar stream, one at a time. Entries are buffered, so one above `maxSize` is refused. */
export async function* readTar(source: AsyncIterable<Buffer>, maxSize: number): AsyncGenerator<TarEntry> {
  const read = blockReader(source);
  for (;;) {
    const header = await read(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const textAt = (from: number, to: number) => header.toString('utf8', from, to).replace(/[\0 ].*$/s, '');
    if (Number.parseInt(textAt(148, 156), 8) !== checksumOf(header)) throw new Error('It is not in the tar format.');
    const size = Number.parseInt(textAt(124, 136), 8);
    if (size > maxSize) throw new Error('It has an entry that is larger than Lineslip writes.');
    const body = await read(size + paddingOf(size));
    yield { name: textAt(0, MAX_NAME), body: body.subarray(0, size) };
  }
  // Reading to the end makes the decompression verify its checksum.
  while ((await read(BLOCK, true)).length > 0);
}

/** Reads that many bytes of the stream; fewer only at the end, and only if allowed. */
function blockReader(source: AsyncIterable<Buffer>): (size: number, mayEnd?: boolean) => Promise<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let parts: Buffer[] = [];
  let length = 0;
  return async (size, mayEnd = false) => {
    while (length < size) {
      const next = await iterator.next();
      if (next.done) {
        if (mayEnd) break;
        throw new Error('It ends too early.');
      }
      parts.push(next.value);
      length += next.value.length;
    }
    const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    const rest = all.subarray(size);
    parts = rest.length > 0 ? [rest] : [];
    length = rest.length;
    return all.subarray(0, size);
  };
}
