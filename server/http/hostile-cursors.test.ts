import { beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import { addDemoContent } from '#server/demo/demo.service.ts';
import { useTestApp } from '#server/testing/app.ts';
import { writeCursor } from './cursor.ts';

const server = useTestApp();
beforeAll(async () => {
  await addDemoContent(server.database.db, new Date());
});

const ID = '6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11';
const MOMENTS = ['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
const NUMBERS = [0, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 53, 1e21, 1.5];
const TEXTS = ['', '\ud800', 'x'.repeat(500), '\uffff', '%'];
const CURSORS = [
  ...NUMBERS,
  ...MOMENTS.flatMap((at) => [ID, '1', '999999999999999999'].map((id) => ({ at, id }))),
  ...[...MOMENTS, ...TEXTS].map((key) => ({ key, id: ID })),
  ...TEXTS.flatMap((name) => [ID, '', '\udfff'].map((id) => ({ name, id }))),
  ...NUMBERS.flatMap((partner) => ['cargo', ''].map((cob) => ({ partner, cob }))),
];

const lists = Object.entries<Route>(contract).filter(([, { query }]) => query && 'cursor' in query.shape);

test.each(lists)(
  'the list of %s takes a cursor made by hand for one of its own, or refuses it',
  async (_name, route) => {
    const { db } = server.database;
    const bucket = await db.selectFrom('bucket').select(['partner_number', 'cob']).executeTakeFirstOrThrow();
    const params: Record<string, unknown> = { partner: bucket.partner_number, cob: bucket.cob, userId: 'demo|viewer' };
    const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
    const headers = await server.as('administrator');
    const sorts = 'sort' in (route.query?.shape ?? {}) ? ['&sort=saved', '&sort=name'] : [''];
    const wrong: string[] = [];
    for (const position of CURSORS) {
      for (const sort of sorts) {
        const answer = await server.app.inject({ url: `${path}?cursor=${writeCursor(position)}${sort}`, headers });
        if (![200, 400].includes(answer.statusCode)) wrong.push(`${JSON.stringify(position)}: ${answer.body}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);
