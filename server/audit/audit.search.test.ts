import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { addDemoPeople } from '#server/user/user.service.ts';
import { MAX_LOOKED_INTO, pageQuery } from './audit.read.store.ts';
import { auditReader } from './audit.read.ts';

const RECORDS = 60_000;
const PAGE = { order: 'desc', limit: 51, beyond: 55_000 } as const;

let many: TestDatabase;
beforeAll(async () => {
  many = await createTestDatabase();
  await addDemoPeople(many.db, new Date());
  await execute(
    many.config,
    `insert into audit_event (at, actor_id, action, object_type, object_id, detail, previous_hash, hash)
     select '2026-01-01Z'::timestamptz + n * interval '1 minute',
       case when n % 500 = 0 then 'demo|viewer' else 'demo|underwriter' end,
       case when n % 400 = 0 then 'dial_published' else 'dial_saved' end,
       case when n % 300 = 0 then 'partner' else 'dial' end, (n % 3000)::text,
       case n when 100 then '{"description": "The zebra clause"}'::jsonb else '{}' end, '', md5(n::text)
     from generate_series(1, ${RECORDS}) n`,
  );
  await execute(many.config, 'analyze audit_event');
});
afterAll(() => many.drop());

test.each([
  ['nothing', {}, 'audit_event_pkey'],
  ['person', { person: 'demo|viewer' }, 'audit_event_by_actor'],
  ['action', { action: 'dial_published' }, 'audit_event_by_action'],
  ['kind of object', { object_type: 'partner' }, 'audit_event_by_type'],
  ['object', { object_type: 'dial', object_id: '77' }, 'audit_event_by_object'],
  ['object of any kind', { object_id: '77' }, 'audit_event_by_object'],
  ['time', { from: '2026-01-05T00:00:00Z', to: '2026-01-05T04:00:00Z' }, 'audit_event_by_time'],
])('a page by %s reads an index', async (_what, filter, index) => {
  const plan = JSON.stringify(await pageQuery(many.db, filter, PAGE).explain());
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on audit_event');
});

const minuteOf = (at: string) => (Date.parse(at) - Date.parse('2026-01-01Z')) / 60_000;

test.each(['record', 'set'] as const)(
  'a search by %s looks into a part at a time, says how far, and goes on',
  async (by) => {
    const { list: search } = auditReader(many.db);
    const pages: Awaited<ReturnType<typeof search>>[] = [];
    for (let cursor: string | undefined; pages.length <= RECORDS / MAX_LOOKED_INTO;) {
      const found = await search(null, { q: 'zebra', by, limit: 50, ...(cursor !== undefined && { cursor }) });
      pages.push(found);
      if (found.next === null) break;
      cursor = found.next;
    }
    expect(pages.flatMap(({ items }) => items).map(({ at }) => minuteOf(at))).toEqual([100]);
    const ends = pages.slice(0, -1).map((_, index) => RECORDS - (index + 1) * MAX_LOOKED_INTO + 1);
    expect(pages.map(({ looked_to }) => looked_to && minuteOf(looked_to))).toEqual([...ends, null]);
  },
);

test('a search that fills a page ends there, and the export looks into all', async () => {
  const reader = auditReader(many.db);
  const { items, looked_to } = await reader.list(null, { q: 'dial', by: 'record', limit: 50 });
  expect([items.map(({ at }) => minuteOf(at))[49], looked_to]).toEqual([RECORDS - 49, null]);
  const { records } = await reader.export(null, { q: 'zebra' });
  expect(records.map(({ at }) => minuteOf(at))).toEqual([100]);
});
