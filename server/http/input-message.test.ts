import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import { describeIssue } from './input-message.ts';

const NONSENSE = [
  undefined,
  null,
  'x',
  '',
  'x'.repeat(20_000),
  -1,
  0.001,
  1e12,
  Number.NaN,
  true,
  [],
  ['x'],
  {},
  { x: 1 },
];
/** What the library says where nobody wrote a message. */
const BARE = /invalid|expected|received|too (big|small)|pattern|unrecognized/i;

/** A schema and all that it consists of. */
function* partsOf(schema: z.ZodType, seen = new Set<unknown>()): Generator<z.ZodType> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const { def } = schema as unknown as { def: Record<string, unknown> };
  const inner = [
    ...Object.values((def['shape'] as object | undefined) ?? {}),
    ...((def['options'] as unknown[] | undefined) ?? []),
    def['element'],
    def['innerType'],
    def['valueType'],
    def['in'],
  ];
  for (const part of inner) if (part instanceof z.ZodType) yield* partsOf(part, seen);
}

test('no input of the contract is refused in the words of the library', () => {
  const bare: string[] = [];
  for (const [name, { params, query, body }] of Object.entries<Route>(contract))
    for (const input of [params, query, body])
      for (const part of input ? partsOf(input) : [])
        for (const value of NONSENSE)
          for (const { message } of part.safeParse(value, { error: describeIssue }).error?.issues ?? [])
            if (BARE.test(message) || message === '') bare.push(`${name}: ${message}`);
  expect([...new Set(bare)]).toEqual([]);
});
