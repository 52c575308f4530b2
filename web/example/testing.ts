import type { Example } from '#contract/example.ts';
import { Problem } from '#contract/problem.ts';
import { EXAMPLE_REFUSALS, type ExampleData, exampleKey } from '#domain/example/example.ts';
import { dialId, ME } from '#web/bucket/testing.tsx';
import type { Api } from '#web/testing/page.tsx';

/** An example as the server returns it; the n-th of a test. */
export const makeExample = (n: number, data: Partial<ExampleData>): Example => ({
  id: dialId(n),
  name: `Example ${n}`,
  risk: { date: '2026-11-16', journey: 'renewal', dimensions: {} },
  expected: { max_line: 500_000 },
  revision: '1',
  saved_at: '2026-11-16T10:00:00.000Z',
  saved_by: ME,
  ...data,
});

/** A fake server with the real rules: names are unique, a change needs the revision. */
export function fakeExamples(stored: readonly Example[]) {
  let items = [...stored];
  const requireFree = (body: ExampleData, own?: string) => {
    if (!items.some((one) => one.id !== own && exampleKey(one) === exampleKey(body))) return;
    const errors = [{ path: 'name', message: EXAMPLE_REFUSALS.taken }];
    throw new Problem('conflict', EXAMPLE_REFUSALS.taken, { errors });
  };
  const requireRevision = (id: string, revision: string | undefined): Example => {
    const found = items.find((one) => one.id === id);
    if (found?.revision === revision && found) return found;
    throw new Problem('stale', 'Demo Cyber Lead changed this example.');
  };
  const answers: Partial<Api> = {
    listExamples: async () => ({ items, changes: [] }),
    addExample: async ({ body }) => {
      requireFree(body as ExampleData);
      const added = makeExample(90 + items.length, body as ExampleData);
      items = [...items, added];
      return added;
    },
    changeExample: async ({ params, body }, options) => {
      const was = requireRevision(params.exampleId, options?.ifMatch);
      requireFree(body as ExampleData, was.id);
      const became = { ...was, ...(body as ExampleData), revision: String(Number(was.revision) + 1) };
      items = items.map((one) => (one.id === was.id ? became : one));
      return became;
    },
    importExamples: async ({ body }) => {
      for (const { id, revision } of [...(body.change ?? []), ...(body.delete ?? [])]) requireRevision(id, revision);
      const changed = new Map(body.change?.map(({ id, example }) => [id, example as ExampleData]));
      const gone = new Set(body.delete?.map(({ id }) => id));
      items = items.filter(({ id }) => !gone.has(id)).map((one) => ({ ...one, ...changed.get(one.id) }));
      for (const example of body.add ?? []) {
        requireFree(example as ExampleData);
        items = [...items, makeExample(90 + items.length, example as ExampleData)];
      }
      return { items };
    },
    deleteExample: async ({ params }, options) => {
      const { id } = requireRevision(params.exampleId, options?.ifMatch);
      items = items.filter((one) => one.id !== id);
      return { deleted: true };
    },
  };
  return {
    answers,
    stored: () => items,
    /** Someone else changes one in between. */
    theyChange: (id: string) => {
      items = items.map((one) => (one.id === id ? { ...one, revision: '99' } : one));
    },
  };
}
