import { expect, test } from 'vitest';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { evaluate, findMiss, type RatedEntry } from './evaluate.ts';
import type { Risk } from './risk.ts';

/* What it means is in the conformance pack. Here is what the pack cannot say: how it is called. */

const RISK: Risk = { date: '2026-11-16', journey: 'renewal', dimensions: { is_primary: 'primary' } };
const EXCESS: DialData = { ...EMPTY_DIAL, name: 'Excess', dimensions: { is_primary: 'excess' } };

test('a whole dial can be given, with its name and all', () => {
  const dial: DialData = { ...EMPTY_DIAL, name: 'Base', values: { max_line: 1_000_000 } };
  const entry: RatedEntry = { dial_id: 'd1', overrides: {}, dial };
  expect(evaluate([entry], RISK)).toStrictEqual({
    dials: [{ dial_id: 'd1', miss: null }],
    values: { max_line: { winner: { dial_id: 'd1', value: 1_000_000, source: 'dial' }, beaten: [] } },
  });
});

test('a dial by itself is asked for its miss without a bucket', () => {
  expect(findMiss(EXCESS, RISK)).toStrictEqual({ by: 'is_primary', wants: 'excess', has: 'primary' });
  expect(findMiss(EXCESS, { ...RISK, dimensions: { is_primary: 'excess' } })).toBeNull();
});

test('a value that is there but undefined is not set, in a dial, in an override and in a risk', () => {
  const dial = { ...EXCESS, values: { max_line: undefined, min_line: 5 }, dimensions: { is_primary: undefined } };
  const entry = { dial_id: 'd1', overrides: { min_line: undefined }, dial };
  expect(evaluate([entry], RISK).values).toStrictEqual({
    min_line: { winner: { dial_id: 'd1', value: 5, source: 'dial' }, beaten: [] },
  });
  const unknown: Risk = { ...RISK, dimensions: { is_primary: undefined } };
  expect(findMiss(EXCESS, unknown)).toStrictEqual({ by: 'is_primary', wants: 'excess', has: null });
});
