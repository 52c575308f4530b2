import { randomUUID } from 'node:crypto';
import type { Dial } from '#contract/dial.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { addBuckets, saveDraft } from '#server/bucket/bucket.change.ts';
import { openBucket } from '#server/bucket/bucket.open.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { approveDrafts, readCurrentRounds } from '#server/review/review.change.ts';
import { proveNow } from '#server/review/review.proof.ts';
import { submitDrafts } from '#server/review/review.submit.ts';
import { transaction } from '#server/db/transaction.ts';
import { updateDialUses } from '#server/dial/dial.day.service.ts';
import type { TestApp } from './app.ts';
import { auditRecords, lastRefusal } from './records.ts';
import { callsBy, type Method, type Sent } from './calls.ts';

/** Takes a bucket through draft and review up to the given state. Returns the id of the version with the entries. */
export async function advanceBucket(
  change: ChangeContext,
  address: BucketAddress,
  state: 'draft' | 'pending_review' | 'live',
  entries: BucketEntries,
): Promise<string> {
  const open = () => openBucket(change.trx, address);
  await saveDraft(change, await open(), entries);
  if (state !== 'draft') await submitDrafts(change, [await open()], { description: 'For a test', proofs: proveNow });
  const opened = await open();
  if (state === 'live') {
    const stored = (await readCurrentRounds(change.trx, [opened]))(opened);
    await approveDrafts(change, [{ open: opened, stored }]);
  }
  const { live, draft } = await open();
  return (state === 'live' ? live : (draft ?? live)).id;
}

/** Dial calls for tests, and buckets in the state the bucket service would leave them. */
export function dialTester(server: TestApp) {
  const { call, good: ask } = callsBy('underwriter', server);
  const good = <T = Dial>(method: Method, url: string, sent?: Sent) => ask<T>(method, url, sent);
  const create = (data: Partial<DialData> = {}, who?: string): Promise<Dial> =>
    good('POST', '/api/dials', { body: { ...EMPTY_DIAL, name: 'Cyber excess', ...data }, ...(who && { who }) });
  const publish = ({ id, revision }: Dial, who?: string): Promise<Dial> =>
    good('POST', `/api/dials/${id}/draft/publish`, { ifMatch: revision, ...(who && { who }) });

  const save = (dial: Dial, data: Partial<DialData>, sent: Sent = {}) =>
    call('PUT', `/api/dials/${dial.id}/draft`, { ifMatch: dial.revision, body: { ...dial.data, ...data }, ...sent });

  return {
    call,
    good,
    create,
    publish,
    save,
    published: async (data: Partial<DialData> = {}) => publish(await create(data)),
    /** The next version of a published dial, published. */
    nextVersion: async (dial: Dial, data: Partial<DialData> = {}): Promise<Dial> => {
      const draft = await good('POST', `/api/dials/${dial.id}/draft`);
      return publish((await save(draft, { reason: 'More', ...data })).json<Dial>());
    },
    records: (object: string) => auditRecords(server.database.db, { object }),
    lastRefusal: (object: string) => lastRefusal(server.database.db, object),
    /** Adds the dial to the live version or draft of a bucket. Returns the id of that version. */
    putIntoBucket: async (
      dial: Dial,
      state: 'live' | 'draft' | 'pending_review',
      cob = 'cyber-privacy-and-tech',
      partner = 9101,
    ) =>
      transaction(server.database.db, async (trx) => {
        const change = { trx, actor: { id: 'demo|underwriter', permissions: NO_PERMISSIONS }, at: server.now() };
        await addBuckets(change, [{ cob, partner, appetite: 1 }]);
        return advanceBucket(change, { cob, partner }, state, [
          { dial_id: dial.id, version: dial.version, overrides: { max_line: 5 } },
        ]);
      }),
    /** Empties the bucket of that version. */
    takeOutOfBucket: async (dial: Dial, version: string) =>
      transaction(server.database.db, async (trx) => {
        const at = server.now();
        const row = await trx.selectFrom('bucket_version').selectAll().where('id', '=', version).executeTakeFirst();
        if (row === undefined) throw new Error(`There is no version ${version}.`);
        const { bucket_id, number } = row;
        const left =
          number === null ? { state: 'discarded' as const } : { state: 'superseded' as const, superseded_at: at };
        await trx.updateTable('bucket_version').set(left).where('id', '=', version).execute();
        const next = { id: randomUUID(), bucket_id, state: 'live', created_at: at, saved_at: at, live_at: at } as const;
        if (number !== null)
          await trx
            .insertInto('bucket_version')
            .values({ ...next, number: number + 1 })
            .execute();
        await updateDialUses(trx, [dial.id], at);
      }),
  };
}
