import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isDay } from '#domain/day/day.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import { readRisk } from '#domain/evaluation/risk.ts';
import { checkValue, EXPIRING_LINE_OPTIONS, VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { completeEntry, CONFORMANCE_PACK, type PackCase } from './pack.ts';

const CASES = Object.values(CONFORMANCE_PACK).flat();

/** What this implementation makes of a case, in the form in which the pack states it. */
function run({ bucket, risk }: PackCase): PackCase['expect'] {
  const reading = readRisk(risk);
  if (!reading.ok) return { errors: reading.errors.map(({ path }) => path).toSorted() };
  return evaluate(bucket.map(completeEntry), reading.risk);
}

describe.each(Object.entries(CONFORMANCE_PACK))('the conformance pack, %s', (_theme, cases) => {
  test.each(cases)('$name', (one) => {
    const expected = 'errors' in one.expect ? { errors: one.expect.errors.toSorted() } : one.expect;
    expect(run(one)).toStrictEqual(expected);
  });
});

describe('the conformance pack', () => {
  const entries = CASES.flatMap(({ bucket }) => bucket.map(completeEntry));
  const evaluations = CASES.flatMap(({ expect: expected }) => ('errors' in expected ? [] : [expected]));
  const misses = evaluations.flatMap(({ dials }) => dials.flatMap(({ miss }) => miss ?? []));
  const settings = evaluations.flatMap(({ values }) =>
    VALUE_KEYS.flatMap((key) => {
      const outcome = values[key];
      return outcome === undefined ? [] : [outcome.winner, ...outcome.beaten].map((setting) => ({ key, ...setting }));
    }),
  );

  test('has one case per line, so that a change of one is a change of one line', () => {
    for (const [theme, cases] of Object.entries(CONFORMANCE_PACK)) {
      const text = readFileSync(new URL(`${theme}.json`, import.meta.url), 'utf8');
      expect(text.trimEnd().split('\n'), theme).toHaveLength(cases.length + 2);
    }
  });

  test('has at least 200 evaluations, and every name once', () => {
    expect(evaluations.length).toBeGreaterThanOrEqual(200);
    const names = CASES.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('leaves out none of its files', () => {
    const files = globSync('*.json', { cwd: import.meta.dirname }).map((path) => basename(path, '.json'));
    expect(files.toSorted()).toEqual(Object.keys(CONFORMANCE_PACK).toSorted());
  });

  test.each(DIMENSION_KEYS)('shows %s with a risk that matches, one that does not, and one without a value', (key) => {
    const matched = CASES.some(({ bucket, expect: expected }) => {
      const taking = 'errors' in expected ? [] : expected.dials.filter(({ miss }) => miss === null);
      return bucket.map(completeEntry).some(({ dial_id, dial }) => {
        const isAsked = listSetDimensions(dial.dimensions).some((set) => set.key === key);
        return isAsked && taking.some((one) => one.dial_id === dial_id);
      });
    });
    const missed = misses.filter(({ by }) => by === key);
    expect({
      matched,
      other: missed.some(({ has }) => has !== null),
      missing: missed.some(({ has }) => has === null),
    }).toEqual({ matched: true, other: true, missing: true });
  });

  test.each(VALUE_KEYS)('shows %s set by a dial, overridden, and beaten', (key) => {
    const mine = settings.filter((setting) => setting.key === key);
    expect(new Set(mine.map(({ source }) => source))).toEqual(new Set(['dial', 'override']));
    expect(evaluations.some(({ values }) => (values[key]?.beaten.length ?? 0) > 0)).toBe(true);
  });

  test('shows every journey, every option of the expiring line, and a miss by window and by journey', () => {
    const shown = (all: readonly unknown[]) => new Set(all.filter((one) => one !== undefined && one !== null));
    expect(shown(entries.flatMap(({ dial }) => dial.journeys))).toEqual(new Set(JOURNEYS.map(({ value }) => value)));
    expect(shown(settings.filter(({ key }) => key === 'ignore_expiring_line').map(({ value }) => value))).toEqual(
      new Set(EXPIRING_LINE_OPTIONS.map(({ value }) => value)),
    );
    expect(shown(misses.map(({ by }) => by))).toEqual(new Set(['window', 'journeys', ...DIMENSION_KEYS]));
  });

  test('holds only dials that could have been saved', () => {
    const faults = entries.flatMap(({ dial, overrides }) => [
      ...listSetDimensions(dial.dimensions).flatMap(({ kind, value }) => kind.check(value) ?? []),
      ...[dial.values, overrides].flatMap((set) => VALUE_KEYS.flatMap((key) => checkValue(key, set[key]) ?? [])),
      ...[dial.active_from, dial.active_until].filter((day) => day !== null && !isDay(day)),
    ]);
    expect(faults).toEqual([]);
  });
});

describe('the README of the conformance pack', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const rows = Array.from(readme.matchAll(/^\| `(\w+)` +\| ([\w-]+) +\|/gm), ([, key, kind]) => [key, kind]);

  test('lists the dimensions in evaluation order with their kinds, then the values', () => {
    const dimensions = DIMENSION_KEYS.map((key) => [key, dimensionOf(key).kind]);
    expect(rows).toEqual([...dimensions, ...VALUE_KEYS.map((key) => [key, VALUES[key].kind])]);
  });

  test('names every file', () => {
    const files = Array.from(readme.matchAll(/^\| `([\w-]+)\.json` /gm), ([, name]) => name);
    expect(files).toEqual(Object.keys(CONFORMANCE_PACK));
  });
});
