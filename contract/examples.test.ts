import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { exampleOf } from './examples.ts';
import { feedRoutes } from './feed.ts';
import { type Route, route } from './route.ts';

const ROUTES = Object.entries<Route>({ ...contract, ...feedRoutes });
const PARTS = ['params', 'body', 'answer'] as const;

describe('examples of the API', () => {
  test.each(ROUTES)('%s has examples that its own schemas accept', (name, definition) => {
    for (const part of PARTS) {
      const schema = definition[part];
      if (schema === undefined) continue;
      const { error } = schema.safeParse(exampleOf(name, definition, part));
      expect(error?.issues ?? [], part).toEqual([]);
    }
  });

  test('are the same every time', () => {
    const writeAll = () => ROUTES.map(([name, definition]) => PARTS.map((part) => exampleOf(name, definition, part)));
    expect(JSON.stringify(writeAll())).toBe(JSON.stringify(writeAll()));
  });

  test('name the route and the field whose content is missing', () => {
    const planted = route('GET /api/trees', {
      summary: 'Trees',
      access: 'public',
      answer: z.object({ items: z.array(z.object({ bark: z.string() })) }),
    });
    expect(() => exampleOf('listTrees', planted, 'answer')).toThrow('listTrees: listTrees.bark has no content');
  });

  test('contain what the field, its schema or the field around it says, and null only where it may be', () => {
    const planted = route('GET /api/trees', {
      summary: 'Trees',
      access: 'public',
      answer: z.object({
        name: z.string(),
        partner: z.object({ name: z.string() }),
        version: z.string().nullable().meta({ format: 'date' }),
        next: z.string().nullable(),
        cob: z.enum(['hull', 'cargo']),
        revision: z.int(),
      }),
    });
    expect(exampleOf('getTree', planted, 'answer')).toEqual({
      name: 'Demo Underwriter',
      partner: { name: 'Alder' },
      version: '2026-12-01',
      next: null,
      cob: 'cargo',
      revision: 3,
    });
  });
});
