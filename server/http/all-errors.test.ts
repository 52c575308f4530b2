import { expect, test } from 'vitest';
import type { z } from 'zod';
import { contract } from '#contract/contract.ts';
import { feedRoutes } from '#contract/feed.ts';
import type { Route } from '#contract/route.ts';
import { checkInput } from './check-input.ts';

const pathsOf = (schema: z.ZodType, sent: unknown) =>
  checkInput(schema, sent)
    .errors.map(({ path }) => path)
    .toSorted();
const BASIS = { id: '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70', revision: '1' };
const RISK = { date: '2026-02-30', journey: 'never', dimensions: {} };

test.each<[string, z.ZodType, unknown, string[]]>([
  ['a dial', contract.createDial.body, { name: '', wrong: 1, active_from: 'abc' }, ['active_from', 'name', 'wrong']],
  [
    'a dial whose fields have wrong types',
    contract.createDial.body,
    { name: ' ', tags: 7, active_until: 'abc', dimensions: { brokers: [1] }, values: { max_line: 'x', min_line: -1 } },
    ['active_until', 'dimensions.brokers.0', 'name', 'tags', 'values.max_line', 'values.min_line'],
  ],
  ['a dial with an invisible character', contract.createDial.body, { name: 'a\u202Eb', wrong: 1 }, ['name', 'wrong']],
  [
    'an example',
    contract.addExample.body,
    { name: '', risk: RISK, expected: {}, wrong: 1 },
    ['expected', 'name', 'risk.date', 'risk.journey', 'wrong'],
  ],
  [
    'the examples of a sheet',
    contract.importExamples.body,
    { add: [{ name: '', risk: { ...RISK, journey: null }, expected: {} }], change: [{ id: 'x' }] },
    ['add.0.expected', 'add.0.name', 'add.0.risk.date', 'change.0.example', 'change.0.id', 'change.0.revision'],
  ],
  [
    'a rule of authority',
    contract.proposeAuthority.body,
    { change: { kind: 'add_rule', rule: { classes: ['cargo', 'none'], partners: ['x'], when: [], people: [] } } },
    ['change.rule.classes.1', 'change.rule.partners.0', 'change.rule.people', 'change.rule.when'],
  ],
  [
    'the overrides of a bucket',
    contract.saveBucketDraft.body,
    {
      entries: [
        { dial_id: 'x', version: 'y', overrides: { max_line: -1 } },
        { dial_id: '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70', version: 1, overrides: { lead_share_cap: 101 } },
      ],
    },
    ['entries.0.dial_id', 'entries.0.overrides.max_line', 'entries.0.version', 'entries.1.overrides.lead_share_cap'],
  ],
  [
    'a period',
    contract.keepPortfolioLoad.body,
    { name: '', period: { from: '2026-02-01', until: '2026-01-31', wrong: 1 }, rows: 'some' },
    ['name', 'period.until', 'period.wrong', 'rows'],
  ],
  ['a flag', contract.changeFlag.body, { state: 'by-email', emails: [], wrong: 1 }, ['emails', 'wrong']],
  [
    'examples that are sent twice',
    contract.importExamples.body,
    { delete: [BASIS, BASIS], add: [{ name: 7, risk: { ...RISK, date: '2026-02-01', journey: null }, expected: {} }] },
    ['add.0.expected', 'add.0.name', 'delete.1.id'],
  ],
  [
    'a deputy',
    contract.proposeAuthority.body,
    {
      change: {
        kind: 'add_deputy',
        deputy: { person: 'a', deputy: 'a', first_day: '2026-01-02', last_day: 'x', wrong: 1 },
      },
    },
    ['deputy', 'first_day', 'last_day', 'wrong'].map((field) => `change.deputy.${field}`),
  ],
  [
    'text that cannot be stored',
    contract.createDial.body,
    { name: 'x', description: '\0', wrong: 1 },
    ['description', 'wrong'],
  ],
])('%s is refused with all that is wrong', (_what, schema, sent, paths) => {
  expect(pathsOf(schema, sent)).toEqual(paths);
});

/** The schema, and all that it is made of. */
function listParts(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const isSchema = (value: unknown): value is z.core.$ZodType =>
    typeof value === 'object' && value !== null && '_zod' in value && 'type' in (value._zod as { def?: object }).def!;
  const visit = (value: unknown): void => {
    if (isSchema(value)) listParts(value, seen);
    else if (Array.isArray(value)) value.forEach(visit);
  };
  for (const [key, part] of Object.entries(schema._zod.def))
    if (key === 'shape') Object.values(part as object).forEach(visit);
    else visit(part);
  return seen;
}

test('no rule about a whole object is skipped because something else in it is wrong', () => {
  const objects = Object.entries<Route>({ ...contract, ...feedRoutes }).flatMap(([name, route]) =>
    [route.body, route.query, route.params].flatMap((schema) =>
      schema === undefined ? [] : [...listParts(schema)].flatMap((part) => (isObject(part) ? [{ name, part }] : [])),
    ),
  );
  const rules = objects.flatMap(({ name, part }) => (part._zod.def.checks ?? []).map((rule) => ({ name, rule })));
  expect(rules.length).toBeGreaterThan(0);
  // Without a condition of its own a rule waits until everything else is right.
  expect(rules.filter(({ rule }) => rule._zod.def.when === undefined).map(({ name }) => name)).toEqual([]);
});

const isObject = (part: z.core.$ZodType): boolean => part._zod.def.type === 'object';
