import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import { listErrors } from './check-input.ts';

/** Texts of requests that have several lines, or that no list shows. Names and labels are none of them. */
const SEVERAL_LINES = new Set(['description', 'reason', 'reply', 'text', 'note', 'comment']);
/** Addresses of the product itself, tokens, codes and words to look for: never shown as they were sent, or only to the sender. */
const NO_NAMES = new Set(['address', 'idToken', 'fingerprint', 'q', 'matches', 'file', 'code']);
/** The texts of a dial, an example and a filter are checked by the domain: `checkFields`, `readExample`, `checkFilter`. */
const HAS_NAME = /(?:^|[._])(?:name|label|group|source)$/;

type Leaf = Readonly<{ path: string; schema: z.ZodType }>;

function* leavesOf(schema: z.ZodType, path: string, depth = 0): Generator<Leaf> {
  if (depth > 12) return;
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (schema instanceof z.ZodString) yield { path, schema };
  for (const [key, part] of Object.entries((def['shape'] as Record<string, z.ZodType> | undefined) ?? {}))
    yield* leavesOf(part, path === '' ? key : `${path}.${key}`, depth + 1);
  for (const part of [
    def['element'],
    def['innerType'],
    def['in'],
    ...((def['options'] as unknown[] | undefined) ?? []),
  ])
    if (part instanceof z.ZodType) yield* leavesOf(part, path, depth + 1);
}

const CHECKED_BY_DOMAIN = new Set([
  'createDial.name',
  'saveDraft.name',
  'saveFilter.name',
  'renameFilter.name',
  'addExample.name',
  'changeExample.name',
  'importExamples.add.name',
  'importExamples.change.example.name',
  // Only the last part of the name of a file is kept, without such characters.
  'startPortfolioLoad.name',
]);

test('no name of a request may have line breaks, or characters that turn its text around', () => {
  const names = Object.entries<Route>(contract).flatMap(([route, { body }]) =>
    body === undefined ? [] : [...leavesOf(body, '')].map(({ path, schema }) => ({ at: `${route}.${path}`, schema })),
  );
  const accepting = names.filter(({ at, schema }) => {
    const field = at.split('.').at(-1) ?? '';
    if (!HAS_NAME.test(at) || SEVERAL_LINES.has(field) || NO_NAMES.has(field)) return false;
    return ['a\nb', 'a\u202Eb', 'a\u0007b'].some((text) => listErrors(schema, text).length === 0);
  });
  expect(new Set(accepting.map(({ at }) => at))).toEqual(CHECKED_BY_DOMAIN);
});
