import { describe, expect, test } from 'vitest';
import type { BucketDial } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { changeLines, sideText, nameEntryError, entryErrorsOf } from '#web/bucket/draftWords.ts';
import { createSearch } from '#web/bucket/searchEntries.ts';

const dial = (dial_id: string, data: Partial<DialData>): BucketDial & { newer: null } => ({
  dial_id,
  version: 1,
  status: 'active',
  deleted: false,
  newer: null,
  data: { ...EMPTY_DIAL, ...data },
});
const DIALS = [
  dial('a', { name: 'Cyber base appetite', values: { max_line: 3_000_000 } }),
  dial('b', { name: 'Cyber excess', tags: ['Renewals'], dimensions: { risk_codes: ['CY'] } }),
  { ...dial('b', { name: 'Cyber excess' }), version: 2 },
];
const lookup: DialLookup = (pin) =>
  DIALS.find(({ dial_id, version }) => dial_id === pin.dial_id && version === pin.version);
const entry = (dial_id: string, overrides = {}, version = 1) => ({ dial_id, version, overrides });
const START: BucketEntries = [entry('a'), entry('b')];

describe('an error links to its row', () => {
  test('entries are named by their index in the request; other errors stay in the message', () => {
    const errors = entryErrorsOf(
      [
        { path: 'entries.1.overrides.max_line', message: 'Value must be positive' },
        { path: 'entries.0', message: 'Unknown' },
        { path: 'entries', message: 'Too many' },
        { path: 'entries.9', message: 'Nowhere' },
      ],
      START,
    );
    expect(errors).toEqual([
      { dial_id: 'b', key: 'max_line', message: 'Value must be positive' },
      { dial_id: 'a', key: undefined, message: 'Unknown' },
    ]);
    expect(errors.map((error) => nameEntryError(error, START, lookup))).toEqual([
      'Max line of Cyber excess',
      'Cyber base appetite',
    ]);
  });
});

describe('the search over both tabs', () => {
  const find = createSearch((_list, code) => code);
  test.each([
    ['', 'a1 b2'],
    ['cyb', 'a1 b2'],
    ['EXCESS', 'b2'],
    ['renew cyber', 'b2'],
    ['cy risk code', 'b2'],
    ['marine', ''],
  ])('%j finds by name, description and tags, with positions kept', (text, expected) => {
    const found = find(START, lookup, text).map(({ entry: { dial_id }, position }) => `${dial_id}${position}`);
    expect(found.join(' ')).toBe(expected);
  });
});

describe('both sides of a conflict in words', () => {
  test('each kind of change is a line', () => {
    const after = [entry('b', { lead_share_cap: 20 }, 2), entry('a', { max_line: 2_750_000 }), entry('c')];
    expect(changeLines(START, after, lookup).map(({ text }) => text)).toEqual([
      'A dial added at 3',
      'Cyber excess: v1 → v2',
      'Cyber excess, Lead share cap: 20%',
      'Cyber base appetite, Max line: 2,750,000',
      expect.stringMatching(/: \d → \d$/),
    ]);
    expect(changeLines(START, [entry('a')], lookup).map(({ text }) => text)).toEqual(['Cyber excess removed']);
  });

  test('a side shows its value, or that it is the dial’s own', () => {
    const conflict = { dial_id: 'a', field: 'max_line' } as const;
    expect(sideText(conflict, [entry('a', { max_line: 2_250_000 })], lookup)).toBe('2,250,000');
    expect(sideText(conflict, START, lookup)).toBe("The dial's own, 3,000,000");
    expect(sideText(conflict, [], lookup)).toBe('Removed');
    expect(sideText({ dial_id: 'b', field: 'version' }, START, lookup)).toBe('v1');
    expect(sideText({ dial_id: 'b', field: 'position' }, START, lookup)).toBe('2 of 2');
  });
});
