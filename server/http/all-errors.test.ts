import { expect, test } from 'vitest';
import type { z } from 'zod';
import { contract } from '#contract/contract.ts';
import { checkInput } from './check-input.ts';

const pathsOf = (schema: z.ZodType, sent: unknown) =>
  checkInput(schema, sent)
    .errors.map(({ path }) => path)
    .toSorted();
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
    'text that cannot be stored',
    contract.createDial.body,
    { name: 'x', description: '\0', wrong: 1 },
    ['description', 'wrong'],
  ],
])('%s is refused with all that is wrong', (_what, schema, sent, paths) => {
  expect(pathsOf(schema, sent)).toEqual(paths);
});
