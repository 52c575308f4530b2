import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Screenshots have few colours: with a palette they take about half the bytes. */
const MAX_COLOURS = 256;
/** The most frequent colours are exact: pale surfaces differ by little. */
const EXACT_COLOURS = 160;
/** The others differ from each other by at least this much, so that rare colours have a similar one. */
const MIN_DISTANCE = 30;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUECOLOUR = 2;
const TRUECOLOUR_ALPHA = 6;

type Chunk = Readonly<{ type: string; data: Buffer }>;
type Picture = Readonly<{ width: number; height: number; colours: Uint32Array }>;

/** The same picture with a palette; transparency is lost. Reads what browsers write: 8 bits, not interlaced. */
export function writePalettePng(png: Buffer): Buffer {
  const { width, height, colours } = readPng(png);
  const palette = choosePalette(colours);
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, index) => {
    const place = nearest.get(colour) ?? findNearest(palette, colour);
    nearest.set(colour, place);
    // Each row starts with its filter: none.
    rows[index + Math.floor(index / width) + 1] = place;
  });
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    writeChunk({ type: 'IHDR', data: header }),
    writeChunk({ type: 'PLTE', data: Buffer.from(palette.flatMap(channelsOf)) }),
    writeChunk({ type: 'IDAT', data: deflateSync(rows, { level: 9 }) }),
    writeChunk({ type: 'IEND', data: Buffer.alloc(0) }),
  ]);
}

/** The colours of a PNG as 0xRRGGBB, row by row. */
export function readPng(png: Buffer): Picture {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind, , , interlace] = header.subarray(8);
  const data = inflateSync(Buffer.concat(chunks.flatMap((chunk) => (chunk.type === 'IDAT' ? chunk.data : []))));
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  if (depth !== 8 || interlace !== 0 || (kind !== TRUECOLOUR && kind !== TRUECOLOUR_ALPHA && palette === undefined))
    throw new Error('This PNG is neither of true colours nor with a palette of bytes.');
  const size = palette ? 1 : kind === TRUECOLOUR ? 3 : 4;
  const bytes = removeFilters(data, width * size, size);
  const colours = Uint32Array.from({ length: width * height }, (_, index) =>
    palette ? palette.readUIntBE((bytes[index] ?? 0) * 3, 3) : bytes.readUIntBE(index * size, 3),
  );
  return { width, height, colours };
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function writeChunk({ type, data }: Chunk): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
  return chunk;
}

/** Each byte is stored as the difference to a prediction from its left, upper and upper left neighbours. */
function removeFilters(data: Buffer, rowLength: number, size: number): Buffer {
  const bytes = Buffer.alloc((data.length / (rowLength + 1)) * rowLength);
  for (let index = 0; index < bytes.length; index += 1) {
    const column = index % rowLength;
    const row = (index - column) / rowLength;
    const left = column < size ? 0 : (bytes[index - size] ?? 0);
    const up = bytes[index - rowLength] ?? 0;
    const upLeft = column < size ? 0 : (bytes[index - rowLength - size] ?? 0);
    const filter = data[row * (rowLength + 1)] ?? 0;
    bytes[index] = (data[index + row + 1] ?? 0) + predict(filter, left, up, upLeft);
  }
  return bytes;
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const toLeft = Math.abs(up - upLeft);
      const toUp = Math.abs(left - upLeft);
      const toUpLeft = Math.abs(left + up - 2 * upLeft);
      if (toLeft <= toUp && toLeft <= toUpLeft) return left;
      return toUp <= toUpLeft ? up : upLeft;
    }
    default:
      return 0;
  }
}

function choosePalette(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
  const palette = frequent.slice(0, EXACT_COLOURS);
  for (const colour of frequent.slice(EXACT_COLOURS)) {
    if (palette.length === MAX_COLOURS) break;
    if (palette.every((chosen) => distance(chosen, colour) >= MIN_DISTANCE)) palette.push(colour);
  }
  return palette;
}

function findNearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((chosen) => distance(chosen, colour));
  return distances.indexOf(Math.min(...distances));
}

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const;

function distance(one: number, other: number): number {
  const channels = channelsOf(other);
  return channelsOf(one).reduce((sum, channel, index) => sum + Math.abs(channel - (channels[index] ?? 0)), 0);
}
