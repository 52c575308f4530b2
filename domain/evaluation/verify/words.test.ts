import { expect, test } from 'vitest';
import { describeFindings, groupGaps, summariseFindings } from './words.ts';

const witness = { date: '2026-11-16', journey: null, dimensions: {} };
const overlap = {
  kind: 'overlap',
  dial_id: 'a',
  position: 8,
  value: 'max_line',
  pair: ['a', 'b'],
  witness,
  others: [],
  isNew: true,
} as const;

test('gaps are counted by value, new ones and those as live', () => {
  const gap = (value: 'max_line' | 'min_line', isNew: boolean) => ({ value, witness, isNew });
  const gaps = [gap('min_line', false), gap('max_line', false), gap('max_line', false)];
  expect(describeFindings({ dials: [], gaps })).toBe('0 new gaps, 2 gaps as live');
  expect(describeFindings({ dials: [overlap], gaps: [...gaps, gap('min_line', true)] })).toBe(
    '1 overlap, 1 new gap, 1 gap as live',
  );
  expect(describeFindings({ dials: [overlap], gaps: [] })).toBe('1 overlap');
  expect(groupGaps([...gaps, gap('min_line', true)]).map(({ value }) => value)).toEqual(['min_line', 'max_line']);
  const old = { ...overlap, isNew: false };
  const summaries = [
    { dials: [overlap], gaps },
    { dials: [old], gaps },
    { dials: [old], gaps: [] },
  ];
  expect(summaries.map(summariseFindings)).toEqual(['1 overlap, 2 gaps', '2 gaps', 'Nothing new']);
  expect(summariseFindings({ dials: [], gaps: [] })).toBe('None');
});
