import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPng, writePalettePng } from './palette-png.ts';

/** A true-colour PNG of two by three, whose rows use different filters. */
function truecolourPng(): Buffer {
  const chunk = (type: string, data: readonly number[]) => {
    const content = Buffer.from([...Buffer.from(type, 'latin1'), ...data]);
    const frame = Buffer.alloc(content.length + 8);
    frame.writeUInt32BE(data.length, 0);
    content.copy(frame, 4);
    frame.writeUInt32BE(crc32(content), content.length + 4);
    return frame;
  };
  const rows = [
    [1, 10, 20, 30, 5, 5, 5],
    [2, 1, 1, 1, 0, 0, 0],
    [4, 0, 0, 0, 2, 2, 2],
  ];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', [0, 0, 0, 2, 0, 0, 0, 3, 8, 2, 0, 0, 0]),
    chunk('IDAT', [...deflateSync(Buffer.from(rows.flat()))]),
    chunk('IEND', []),
  ]);
}

test('a picture with a palette has the size and the colours of its source', () => {
  const source = readPng(truecolourPng());
  expect([...source.colours].map((colour) => colour.toString(16))).toEqual([
    'a141e',
    'f1923',
    'b151f',
    'f1923',
    'b151f',
    '111b25',
  ]);
  expect(readPng(writePalettePng(truecolourPng()))).toEqual(source);
});
