export type HostileBody = Readonly<{ what: string; body: Buffer }>;

const nested = (open: string, close: string, depth: number, inside = '1'): string =>
  open.repeat(depth) + inside + close.repeat(depth);

/** Bodies that a parser, a check or a response might choke on. None is valid for any route. */
export function hostileBodies(): readonly HostileBody[] {
  const unstorable = JSON.stringify('a\u0000b');
  const texts: readonly (readonly [what: string, text: string])[] = [
    [
      'a key of a million characters over texts that cannot be stored',
      `{"${'k'.repeat(900_000)}":[${`${unstorable},`.repeat(5000)}1]}`,
    ],
    [
      'a key of 50,000 characters over texts that cannot be stored',
      `{"${'k'.repeat(50_000)}":[${`${unstorable},`.repeat(900)}1]}`,
    ],
    ['thousands of texts that cannot be stored', `{"name":[${`${unstorable},`.repeat(5000)}1]}`],
    ['lists in lists, 2,000 deep', nested('[', ']', 2000)],
    ['lists in lists, 30,000 deep', nested('[', ']', 30_000)],
    ['objects in objects, 10,000 deep', nested('{"a":', '}', 10_000)],
    ['a name 8,000 lists deep', `{"name":${nested('[', ']', 8000)}}`],
    [
      'a deep and wide object',
      `{"dimensions":{${Array.from({ length: 300 }, (_, n) => `"d${n}":${nested('[', ']', 90)}`).join(',')}}}`,
    ],
    ['20,000 unknown fields', `{${Array.from({ length: 20_000 }, (_, n) => `"f${n}":1`).join(',')}}`],
    ['a number of 60,000 digits', `{"name":${'9'.repeat(60_000)}}`],
    ['a number beyond all bounds', '{"name":1e999999}'],
    ['a prototype', '{"__proto__":{"name":"x"},"constructor":{"prototype":{"name":"x"}}}'],
    ['half of an object', '{"name":"x"'],
    ['nothing', ''],
    ['only spaces', ' '.repeat(60_000)],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['5 MB of text', JSON.stringify({ name: 'x'.repeat(5_000_000) })],
  ];
  const binary = [
    { what: 'bytes that are not UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
    { what: 'zeros', body: Buffer.alloc(50_000) },
  ];
  return [...texts.map(([what, text]) => ({ what, body: Buffer.from(text) })), ...binary];
}
