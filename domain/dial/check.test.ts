import { describe, expect, test } from 'vitest';
import { checkValue } from '#domain/value/registry.ts';
import { isDay } from '#domain/day/day.ts';
import { checkDial, dateLike, describeGaps, MESSAGES } from './check.ts';
import { copyDial, type DialData, EMPTY_DIAL } from './dial.ts';
import { INVALID_INTERVAL, TOO_MANY_INTERVALS } from '#domain/dimension/kind/intervals/interval.ts';
import { setOf } from '#domain/dimension/kind/intervals/kind.ts';

const TODAY = '2026-11-15';
const good: DialData = { ...EMPTY_DIAL, name: 'Cyber excess' };
const check = (data: Partial<DialData>, context: Partial<Parameters<typeof checkDial>[1]> = {}) =>
  checkDial({ ...good, ...data }, { today: TODAY, version: 1, ...context });

test('the messages of the specification, to the letter', () => {
  expect([MESSAGES.required, MESSAGES.positive, MESSAGES.fromToday, MESSAGES.beforeUntil, MESSAGES.afterFrom]).toEqual([
    'Required',
    'Value must be positive',
    'Date must be today or later',
    'Date must be earlier than Active Until',
    'Date must be later than Active From',
  ]);
  expect(INVALID_INTERVAL).toBe('Invalid interval notation. Multiple notations must be separated by a space.');
});

test('a dial with a name alone is good', () => {
  expect(check({})).toEqual([]);
});

describe('each rule, by itself', () => {
  const one = (path: string, message: string) => [{ path, message }];
  const wrongOrder = [...one('active_from', MESSAGES.beforeUntil), ...one('active_until', MESSAGES.afterFrom)];
  const tooLarge = one('dimensions.nominated_syndicate_line_ranges', 'Nominated syndicate line is at most 100%');
  const wrongRevenue = one('dimensions.revenue_ranges', INVALID_INTERVAL);
  test.each<[string, Partial<DialData>, Partial<Parameters<typeof checkDial>[1]>, object[]]>([
    ['no name', { name: '  ' }, {}, one('name', 'Required')],
    ['no reason for the second version', {}, { version: 2 }, one('reason', 'Required')],
    ['a reason for the second version', { reason: 'Because' }, { version: 2 }, []],
    ['a beginning before today', { active_from: '2026-11-14' }, {}, one('active_from', MESSAGES.fromToday)],
    ['a beginning today', { active_from: TODAY }, {}, []],
    ['an end before today', { active_until: '2026-11-14' }, {}, one('active_until', MESSAGES.fromToday)],
    ['a day that does not exist', { active_from: '2026-02-30' }, {}, one('active_from', dateLike(TODAY))],
    ['a text that is no day', { active_until: 'soon' }, {}, one('active_until', dateLike('2027-01-01'))],
    [
      'a text that is no day, with a later beginning',
      { active_from: '2028-05-01', active_until: 'soon' },
      {},
      one('active_until', dateLike('2029-01-01')),
    ],
    ['more than the whole', { dimensions: { nominated_syndicate_line_ranges: '[50,150]' } }, {}, tooLarge],
    ['no upper bound', { dimensions: { nominated_syndicate_line_ranges: '[50,) [0,100]' } }, {}, []],
    ['an end before its beginning', { active_from: '2026-12-02', active_until: '2026-12-01' }, {}, wrongOrder],
    ['an end on its beginning', { active_from: '2026-12-01', active_until: '2026-12-01' }, {}, wrongOrder],
    ['a line of zero', { values: { max_line: 0 } }, {}, one('values.max_line', MESSAGES.positive)],
    ['a negative share', { values: { lead_share_cap: -1 } }, {}, one('values.lead_share_cap', MESSAGES.positive)],
    ['a share over 100', { values: { policy_share_cap: 100.1 } }, {}, one('values.policy_share_cap', MESSAGES.share)],
    ['cents', { values: { min_line: 10.5 } }, {}, one('values.min_line', MESSAGES.wholeDollars)],
    [
      'a least line above the most',
      { values: { min_line: 200, max_line: 100 } },
      {},
      one('values.min_line', MESSAGES.minAboveMax),
    ],
    ['two intervals without a space', { dimensions: { revenue_ranges: '[1,2][3,4]' } }, {}, wrongRevenue],
    ['a negative number where none is allowed', { dimensions: { revenue_ranges: '[-1,2]' } }, {}, wrongRevenue],
    ['a negative number where it is', { dimensions: { company_size_change_ranges: '[-100,-20)' } }, {}, []],
  ])('%s', (_case, data, context, expected) => {
    expect(check(data, context)).toEqual(expected);
  });
});

test('reports all errors at once, each field once', () => {
  const errors = check(
    {
      name: '',
      active_from: '2020-01-01',
      active_until: 'x',
      dimensions: { attachment_point_ranges: '(1,1)', company_size_ranges: 'many' },
      values: { lead_share_cap: 0, max_line: 1.5, min_line: -5, policy_share_cap: 101 },
    },
    { version: 3 },
  );
  expect(Object.fromEntries(errors.map(({ path, message }) => [path, message]))).toEqual({
    name: MESSAGES.required,
    reason: MESSAGES.required,
    active_from: MESSAGES.fromToday,
    active_until: dateLike('2027-01-01'),
    'dimensions.attachment_point_ranges': INVALID_INTERVAL,
    'dimensions.company_size_ranges': INVALID_INTERVAL,
    'values.lead_share_cap': MESSAGES.positive,
    'values.max_line': MESSAGES.wholeDollars,
    'values.min_line': MESSAGES.positive,
    'values.policy_share_cap': MESSAGES.share,
  });
  expect(errors).toHaveLength(10);
});

test('a date that the version before has already may lie in the past; another may not', () => {
  const previous = { active_from: '2026-01-01', active_until: '2026-11-01' };
  expect(check({ ...previous, reason: 'x' }, { version: 2, previous })).toEqual([]);
  expect(check({ ...previous, active_from: '2026-01-02', reason: 'x' }, { version: 2, previous })).toEqual([
    { path: 'active_from', message: MESSAGES.fromToday },
  ]);
});

test('warns about omissions before publishing', () => {
  const [matches, sets] = [
    'No dimension is set: this dial matches every risk.',
    'No value is set: this dial sets nothing.',
  ];
  expect(describeGaps(good)).toEqual([matches, sets]);
  expect(describeGaps({ ...good, values: { max_line: 1 } })).toEqual([matches]);
  expect(describeGaps({ ...good, dimensions: { is_primary: 'excess' } })).toEqual([sets]);
  expect(describeGaps({ ...good, values: { max_line: 1 }, journeys: ['renewal'] })).toEqual([
    'No dimension is set: this dial matches every risk of its journeys.',
  ]);
});

test('a save complains about a date in the past only if it changes it; publishing does for what is not in force yet', () => {
  const saved = { active_from: '2026-11-01', active_until: '2026-11-10' };
  expect(check(saved, { saved })).toEqual([]);
  expect(check({ ...saved, active_until: '2026-11-11' }, { saved })).toEqual([
    { path: 'active_until', message: MESSAGES.fromToday },
  ]);
  expect(check(saved).map(({ path }) => path)).toEqual(['active_from', 'active_until']);
});

test('a copy starts without days that have passed', () => {
  const window = { active_from: '2026-11-14', active_until: TODAY };
  expect(copyDial({ ...good, ...window, reason: 'First' }, TODAY)).toEqual({ ...good, name: 'Cyber excess (copy)' });
  const ahead = { active_from: TODAY, active_until: '2026-11-16' };
  expect(copyDial({ ...good, ...ahead }, TODAY)).toMatchObject(ahead);
});

test('more options than can be chosen are refused', () => {
  const codes = Array.from({ length: 501 }, (_, index) => `C${index}`);
  expect(check({ dimensions: { risk_codes: codes } })).toEqual([
    { path: 'dimensions.risk_codes', message: 'At most 500 can be chosen' },
  ]);
  expect(check({ dimensions: { risk_codes: codes.slice(1) } })).toEqual([]);
});

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2100-02-29', false],
  ['2000-02-29', true],
  ['2026-13-01', false],
  ['2026-04-31', false],
  ['1899-12-31', false],
  ['2026-1-1', false],
  ['2026-11-15T00:00', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test.each([
  ['max_line', Number.NaN, MESSAGES.positive],
  ['max_line', 'maintains', undefined],
  ['policy_share_cap', 2.5, undefined],
  ['policy_share_cap', 100, undefined],
] as const)('%s of %s', (key, value, expected) => {
  expect(checkValue(key, value)).toBe(expected);
});

test.each([
  [100, []],
  [101, [{ path: 'dimensions.revenue_ranges', message: TOO_MANY_INTERVALS }]],
  [201, [{ path: 'dimensions.revenue_ranges', message: TOO_MANY_INTERVALS }]],
])('of %i intervals in a field a dial can be saved with at most 100', (count, errors) => {
  const revenue_ranges = Array.from({ length: count }, (_, n) => `[${n}.1,${n}.5]`).join(' ');
  const dial: DialData = { ...EMPTY_DIAL, name: 'Many', dimensions: { revenue_ranges } };
  expect(checkDial(dial, { today: '2026-11-16', version: 1 })).toEqual(errors);
  // What was saved with more, before there was this limit, keeps its meaning.
  expect(setOf(revenue_ranges)?.length).toBe(count <= 200 ? count : undefined);
});
