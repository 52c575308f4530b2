import { expect, test } from 'vitest';
import { completeEntry } from '#domain/evaluation/conformance/pack.ts';
import { DIALECTS } from './dialect.ts';
import { writeScript } from './script.ts';

test.each(Object.entries(DIALECTS))('the name of a dial never leaves its comment, in %s', (_name, dialect) => {
  const names = [
    'One\nDROP TABLE risks;',
    'Two\r\nDROP TABLE risks;',
    'Three\u2028DROP TABLE risks;',
    '*/ DROP TABLE risks;',
  ];
  const entries = names.map((name) => ({ ...completeEntry({ dial_id: name, dial: {} }), name }));
  const script = writeScript(dialect, 'A title\nDROP TABLE risks;', entries, { cob: 'cargo' });
  const dropping = script.split(/[\n\r\u2028]/).filter((line) => line.includes('DROP TABLE risks'));
  expect(dropping).toHaveLength(names.length + 1);
  expect(dropping.filter((line) => !line.startsWith('-- '))).toEqual([]);
});

test.each([
  [`it's`, `'it''s'`, `'it\\'s'`],
  [`\\`, `'\\'`, `'\\\\'`],
  [`\\'`, `'\\'''`, `'\\\\\\''`],
  [`a\0b`, `('a' || chr(0) || 'b')`, `'a\\0b'`],
  [`\n`, `'\n'`, `'\n'`],
])('the text %j stays one literal in every dialect', (text, duckdb, clickhouse) => {
  expect([DIALECTS.duckdb.text(text), DIALECTS.clickhouse.text(text)]).toEqual([duckdb, clickhouse]);
});
