import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { AuditRow } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import { diffEntries } from '#domain/bucket/diff.ts';
import { bucketEvent, type DomainEvent } from '#domain/event/event.ts';
import { parsePermissions, SCOPES } from '#domain/user/permission.ts';
import { auditReader } from '#server/audit/audit.read.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { transaction } from '#server/db/transaction.ts';
import { useTestApp } from '#server/testing/app.ts';

const server = useTestApp();
const SECRET = 'not for everyone';
const UNDERWRITER = 'demo|underwriter';
const NO_CHANGES = diffEntries([], []);

/** One record of each object type and review action, with the permissions needed to read it. */
const RECORDS: readonly (readonly [action: string, type: string, detail: object, needs: readonly string[]])[] = [
  ['person_permissions_changed', 'person', { was: [SECRET], became: [] }, ['user']],
  ['flag_changed', 'flag', { was: { SECRET }, became: {} }, ['admin']],
  ['reference_changed', 'reference_list', { code: SECRET }, ['admin']],
  ['partner_renamed', 'partner', { was: SECRET, became: 'B' }, ['admin']],
  ['dial_created', 'dial', { version: 1, became: { name: SECRET } }, ['dials']],
  ['dial_import_refused', 'dials', { because: 'conflict', message: SECRET, rows: 1 }, ['dials']],
  ['bucket_draft_saved', 'bucket', { changes: { added: [SECRET] } }, ['bucket']],
  ['bucket_voted', 'bucket', { round: 1, choice: 'reject', comment: SECRET }, ['bucket', 'review']],
  ['bucket_vote_discounted', 'bucket', { round: 1, choice: 'reject', because: SECRET }, ['bucket', 'review']],
  ['bucket_commented', 'bucket', { round: 1, text: SECRET, dial_id: null }, ['bucket', 'review']],
  [
    'bucket_change_refused',
    'bucket',
    { attempt: 'bucket_voted', because: 'conflict', message: SECRET },
    ['bucket', 'review'],
  ],
  [
    'bucket_change_refused',
    'bucket',
    { attempt: 'bucket_commented', because: 'conflict', message: SECRET },
    ['bucket', 'review'],
  ],
  [
    'bucket_change_refused',
    'bucket',
    { attempt: 'bucket_draft_saved', because: 'conflict', message: SECRET },
    ['bucket'],
  ],
  ['something_later', 'something_new', { message: SECRET }, ['admin']],
];
const ID = `${SECRET}/cargo`;

beforeAll(async () => {
  const events = RECORDS.map(([action, type, detail]) => ({ action, object: { type, id: ID }, detail }));
  await transaction(server.database.db, (trx) =>
    recordAudit(trx, UNDERWRITER, events as unknown as DomainEvent[], new Date()),
  );
});

const read = async (permissions: readonly string[], url: string): Promise<AuditRow[]> => {
  const answer = await server.app.inject({ url, headers: await server.as(permissions) });
  expect(answer.statusCode, answer.body).toBe(200);
  const { items, records } = answer.json<Partial<Page<AuditRow>> & { records?: AuditRow[] }>();
  return [...(items?.toReversed() ?? records ?? [])];
};
const ACTIVITY = `/api/users/${encodeURIComponent(UNDERWRITER)}/activity?limit=200`;
const OF_PERSON = `person=${encodeURIComponent(UNDERWRITER)}`;

/** Every combination of view permissions. */
const SETS = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_scope, place) => bits & (1 << place)),
);

const routes = [
  ['the activity of a person', 'user', ACTIVITY],
  ['the list of records', 'admin', `/api/audit?limit=200&${OF_PERSON}`],
  ['the export of records', 'admin', `/api/audit/export?${OF_PERSON}`],
] as const;
test.each(routes)(
  '[R24] in %s the detail of a record is only shown to those who may see its object, for every combination of permissions',
  async (_name, needed, url) => {
    for (const views of SETS.filter((set) => set.includes(needed))) {
      const rows = await read(
        views.map((scope) => `${scope}:view`),
        url,
      );
      expect(rows.map(({ action }) => action)).toEqual(RECORDS.map(([action]) => action));
      for (const [index, [action, , detail, needs]] of RECORDS.entries()) {
        const { hidden, ...row } = rows[index] as AuditRow;
        const isShown = needs.every((scope) => (views as readonly string[]).includes(scope));
        expect([action, views, hidden]).toEqual([action, views, !isShown]);
        if (isShown) expect(row.detail).toEqual(detail);
        else expect(JSON.stringify(row)).not.toContain(SECRET);
      }
    }
  },
);

test('[R24] a hidden record still shows the person, the time and the kind of action', async () => {
  const row = (await read(['user:view'], ACTIVITY)).find(({ action }) => action === 'dial_created');
  expect(row).toMatchObject({
    by: { id: UNDERWRITER },
    object: { type: 'dial', id: '' },
    about: '',
    detail: {},
    hidden: true,
  });
});

test('[R24] rows are hidden before the file is truncated, so that truncation reveals nothing', async () => {
  const reader = auditReader(server.database.db, 5);
  const { records } = await reader.export({ permissions: parsePermissions(['admin:view']) }, { person: UNDERWRITER });
  expect(records.map(({ hidden }) => hidden)).toEqual([true, false, false, false, true]);
});

test('[R24] a search finds only what its reader may read', async () => {
  const search = (permissions: readonly string[]) =>
    read(permissions, `/api/audit?limit=200&${OF_PERSON}&q=${encodeURIComponent('for everyone')}`);
  for (const scopes of SETS.filter((set) => set.includes('admin'))) {
    const found = await search(scopes.map((scope) => `${scope}:view`));
    expect(found.some(({ hidden }) => hidden)).toBe(false);
    const readable = RECORDS.filter(([, , , needs]) =>
      needs.every((need) => (scopes as readonly string[]).includes(need)),
    );
    expect(found.map(({ action }) => action)).toEqual(readable.map(([action]) => action));
  }
});

test('[R24] a set is shown to those alone who may see its records, in the list by set as well', async () => {
  const set = randomUUID();
  const { db } = server.database;
  await db
    .insertInto('review_set')
    .values({
      id: set,
      title: `Of ${SECRET}`,
      description: SECRET,
      submitted_at: new Date(),
      submitted_by: UNDERWRITER,
    })
    .execute();
  const events = [1, 2].map((partner) =>
    bucketEvent('bucket_draft_saved', { partner, cob: 'cargo' }, { changes: NO_CHANGES, set }),
  );
  await transaction(db, (trx) => recordAudit(trx, UNDERWRITER, events, new Date()));
  const list = (more: string[]) => read(['admin:view', ...more], `/api/audit?by=set&limit=200&set=${set}`);
  expect(await list(['bucket:view'])).toMatchObject([
    { hidden: false, set: { id: set, title: `Of ${SECRET}`, buckets: 2 } },
  ]);
  const hidden = await list([]);
  expect(hidden).toMatchObject([{ hidden: true, set: null }]);
  expect(JSON.stringify(hidden)).not.toContain(SECRET);
});
