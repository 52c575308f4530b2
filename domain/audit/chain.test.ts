import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { CHAIN_START, chainText, MAX_CLOCK_DIFFERENCE_MS, recordTime, type AuditRecord } from './chain.ts';

const record: AuditRecord = {
  at: '2026-11-15T10:58:00.000Z',
  actorId: 'p1',
  event: { action: 'signed_in', object: { type: 'person', id: 'p1' }, detail: { name: 'Ada', email: 'ada@x.example' } },
};

test('the canonical text does not depend on the order of keys', () => {
  expect(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }] })).toBe('{"a":[{"c":"x","d":null}],"b":1}');
  expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test('the canonical text reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('what is hashed holds the hash before it and every field of the record', () => {
  const text = chainText(CHAIN_START, record);
  expect(text.startsWith(`${CHAIN_START}\n`)).toBe(true);
  const changed: AuditRecord[] = [
    { ...record, at: '2026-11-15T10:58:00.001Z' },
    { ...record, actorId: null },
    { ...record, event: { ...record.event, object: { type: 'person', id: 'p2' } } as AuditRecord['event'] },
    { ...record, event: { ...record.event, detail: { name: 'Ada', email: 'other' } } as AuditRecord['event'] },
  ];
  for (const other of changed) expect(chainText(CHAIN_START, other)).not.toBe(text);
  expect(chainText('f'.repeat(64), record)).not.toBe(text);
});

test('the time of a record is that of its clock, or that of the record before where the clock was behind it', () => {
  expect(recordTime(1000, undefined)).toBe(1000);
  expect(recordTime(1000, 999)).toBe(1000);
  expect(recordTime(1000, 1001)).toBe(1001);
  expect(recordTime(1000, 1000 + MAX_CLOCK_DIFFERENCE_MS)).toBe(1000 + MAX_CLOCK_DIFFERENCE_MS);
});

test('a record that was written by a clock far ahead does not set the time of those after it', () => {
  expect(recordTime(1000, 1001 + MAX_CLOCK_DIFFERENCE_MS)).toBe(1000);
});
