import { describe, expect, test } from 'vitest';
import { checkDial } from '#domain/dial/check.ts';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { readAmount, writeAmount } from '#web/rule/amount.ts';
import { checkForm, fieldOfPath, fingerprint, toData, toForm } from './dialForm.ts';
import { shownDimensions } from './shownDimensions.ts';
import { leftToFix, stepState } from './steps.ts';

const full: DialData = {
  ...EMPTY_DIAL,
  name: 'Cyber excess',
  tags: ['Cyber'],
  journeys: ['renewal'],
  dimensions: { risk_codes: ['CY'], is_primary: 'excess', fi_is_pi_coverage: false, revenue_ranges: '[0,10000000)' },
  values: { ignore_expiring_line: 'maintains', max_line: 3_500_000, policy_share_cap: 2.5 },
  active_from: '2026-11-16',
};
const context = { today: '2026-10-01', version: 1 };

describe('form and dial', () => {
  test('a dial put into the form comes out the same; so does an empty one', () => {
    expect(toData(toForm(full))).toEqual(full);
    expect(toData(toForm(EMPTY_DIAL))).toEqual(EMPTY_DIAL);
  });

  test('input is normalised: trimmed, formatted, empty as not set', () => {
    const form = toForm(full);
    form.name = '  Cyber  excess ';
    form.dimensions.revenue_ranges = ' [0, 10m) ';
    form.dimensions.risk_codes = [];
    form.values.max_line = '2.5m';
    form.values.policy_share_cap = ' ';
    const data = toData(form);
    expect(data.name).toBe('Cyber excess');
    expect(data.dimensions).toEqual({ is_primary: 'excess', fi_is_pi_coverage: false, revenue_ranges: '[0,10000000)' });
    expect(data.values).toEqual({ ignore_expiring_line: 'maintains', max_line: 2_500_000 });
  });

  test('a dial has one fingerprint, whatever the order of its keys', () => {
    const turned = { ...full, dimensions: Object.fromEntries(Object.entries(full.dimensions).toReversed()) };
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(full));
    expect(fingerprint(turned)).toBe(fingerprint(full));
    expect(fingerprint({ ...full, name: 'Other' })).not.toBe(fingerprint(full));
  });

  test.each([
    ['', undefined],
    [' 3,500,000 ', 3_500_000],
    ['3.5m', 3_500_000],
    ['350k', 350_000],
    ['35%', 35],
    ['2.5 %', 2.5],
    ['-3', -3],
    ['abc', Number.NaN],
    ['1e6', Number.NaN],
  ])('%j parses as %s', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });

  test.each([
    ['3.5m', '3,500,000'],
    ['2.5%', '2.5'],
    [' abc ', 'abc'],
    ['', ''],
  ])('%j is formatted as %j', (text, written) => {
    expect(writeAmount(text)).toBe(written);
  });

  test('the form reports the domain’s errors, and those only a form can have', () => {
    const form = { ...toForm(full), name: '' };
    expect(checkForm(form, context)).toEqual(checkDial({ ...full, name: '' }, context));
    form.values.max_line = 'abc';
    form.tags = ['x'.repeat(41)];
    expect(checkForm(form, context)).toEqual([
      { path: 'name', message: 'Required' },
      { path: 'values.max_line', message: 'Please give a number like 3,500,000, 350k or 3.5m' },
      { path: 'tags', message: 'Each tag has at most 40 characters' },
    ]);
  });

  test.each([
    ['name', 'name'],
    ['tags.3', 'tags'],
    ['dimensions.risk_codes.0', 'dimensions.risk_codes'],
    ['values.max_line', 'values.max_line'],
    ['dimensions', undefined],
    ['nowhere', undefined],
  ])('the server’s path %s maps to the field %s', (path, field) => {
    expect(fieldOfPath(path)).toBe(field);
  });
});

describe('steps', () => {
  const snapshot = (data: DialData, version = 1) => ({ data, errors: checkDial(data, { ...context, version }) });
  const broken = { ...full, dimensions: { ...full.dimensions, revenue_ranges: '[5' } };

  test.each([
    ['information', snapshot(full), 'Complete'],
    ['information', snapshot(EMPTY_DIAL), 'To be completed'],
    ['information', snapshot({ ...full, active_from: '2020-01-01' }), '1 to fix'],
    ['dimensions', snapshot(EMPTY_DIAL), 'None set'],
    ['dimensions', snapshot(full), '4 set'],
    ['dimensions', snapshot(broken), '4 set, 1 to fix'],
    ['values', snapshot(full), `3 of ${VALUE_KEYS.length} set`],
    ['values', snapshot({ ...full, values: { max_line: -1 } }), `1 of ${VALUE_KEYS.length} set, 1 to fix`],
  ] as const)('%s', (step, at, state) => {
    expect(stepState(step, at)).toBe(state);
  });

  test('what is left to fix is counted by kind', () => {
    expect(leftToFix(snapshot(full))).toBeUndefined();
    expect(leftToFix(snapshot(broken))).toBe('1 dimension to fix before publishing');
    expect(leftToFix(snapshot({ ...broken, values: { max_line: -1, min_line: -1 } }, 2))).toBe(
      '1 field, 1 dimension and 2 values to fix before publishing',
    );
  });
});

test('clearing the last value of a group does not collapse it', () => {
  const filter = { cob: '', shown: 'all', search: '' } as const;
  const setAtFirst = new Set(['domicile_countries']);
  const groups = shownDimensions(filter, { set: new Set(), setAtFirst, toReveal: undefined });
  expect(groups.get('Company')?.open).toBe(true);
  expect(groups.get('Cyber')?.open).toBe(false);
});
