import { randomUUID } from 'node:crypto';
import type { Dial } from '#contract/dial.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { transaction } from '#server/db/transaction.ts';
import { dialUseChanged } from '#server/dial/dial.day.service.ts';
import type { TestApp } from './app.ts';

export type Sent = Readonly<{ who?: string | readonly string[]; ifMatch?: string; body?: unknown }>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a test does with dials: calls as people make them, and buckets as the bucket service will leave them. */
export function dialTester(server: () => TestApp, now: () => Date) {
  async function call(method: Method, url: string, { who = 'underwriter', ifMatch, body }: Sent = {}) {
    return server().app.inject({
      method,
      url,
      headers: { ...(await server().as(who)), ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) },
      ...(body !== undefined && { payload: body as object }),
    });
  }
  async function good<T = Dial>(method: Method, url: string, sent?: Sent): Promise<T> {
    const answer = await call(method, url, sent);
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.body}`);
    return answer.json<T>();
  }
  const create = (data: Partial<DialData> = {}, who?: string): Promise<Dial> =>
    good('POST', '/api/dials', { body: { ...EMPTY_DIAL, name: 'Cyber excess', ...data }, ...(who && { who }) });
  const publish = ({ id, revision }: Dial, who?: string): Promise<Dial> =>
    good('POST', `/api/dials/${id}/draft/publish`, { ifMatch: revision, ...(who && { who }) });

  return {
    call,
    good,
    create,
    publish,
    save: (dial: Dial, data: Partial<DialData>, sent: Sent = {}) =>
      call('PUT', `/api/dials/${dial.id}/draft`, { ifMatch: dial.revision, body: { ...dial.data, ...data }, ...sent }),
    published: async (data: Partial<DialData> = {}) => publish(await create(data)),
    records: async (id: string) => {
      const { db } = server().database;
      const rows = await db
        .selectFrom('audit_event')
        .select(['action', 'actor_id', 'detail'])
        .where('object_id', '=', id)
        .orderBy('seq')
        .execute();
      return rows.map(({ action, actor_id, detail }) => ({ action, by: actor_id, detail }));
    },
    /** A bucket whose live version, or draft, holds the dial. */
    putIntoBucket: async (
      dial: Dial,
      state: 'live' | 'draft' | 'pending_review',
      cob = 'cyber-privacy-and-tech',
      partner = 9101,
    ) =>
      transaction(server().database.db, async (trx) => {
        const at = now();
        const [bucket, version] = [randomUUID(), randomUUID()];
        await trx
          .insertInto('bucket')
          .values({ id: bucket, cob, partner_number: partner, appetite: 1, created_at: at })
          .execute();
        await trx
          .insertInto('bucket_version')
          .values({ id: version, bucket_id: bucket, state, revision: 1, created_at: at, saved_at: at })
          .execute();
        const entry = { bucket_version_id: version, position: 1, dial_id: dial.id, dial_version: dial.version };
        await trx
          .insertInto('bucket_entry')
          .values({ ...entry, overrides: '{"max_line":5}' })
          .execute();
        await dialUseChanged(trx, [dial.id], at);
        return version;
      }),
    takeOutOfBucket: async (dial: Dial, version: string) =>
      transaction(server().database.db, async (trx) => {
        await trx.updateTable('bucket_version').set({ state: 'superseded' }).where('id', '=', version).execute();
        await dialUseChanged(trx, [dial.id], now());
      }),
  };
}
