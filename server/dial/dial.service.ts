import { randomUUID } from 'node:crypto';
import type { BucketUse, Dial, PersonRef } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import type { DialEvent } from '#domain/event/event.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { diffDials, type DialChange } from '#domain/dial/diff.ts';
import { refuseDelete } from '#domain/dial/policy.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { announce } from '#server/live/live.service.ts';
import { requireKnownPerson } from '#server/user/user.service.ts';
import {
  type Change,
  createDraft,
  dialEvent,
  discardOpenDraft,
  duplicateDial,
  openDraft,
  publishOpenDraft,
  saveDialDraft,
  startNextVersion,
} from './dial.change.ts';
import { requireCurrent } from './dial.checks.ts';
import { dataOf, noSuchDial, presentDial, type Which } from './dial.present.ts';
import { recordingDialRefusals } from './dial.refusal.ts';
import { dayOf } from './dial.row.ts';
import * as store from './dial.store.ts';
import { listBucketUses } from './dial.use.store.ts';

type Options = Readonly<{ db: Db; now: () => Date }>;
type Made = Readonly<{ id: string; which: Which; event: DialEvent | readonly DialEvent[] | undefined }>;
export type DialService = ReturnType<typeof dialService>;

export function dialService({ db, now }: Options) {
  const today = () => dayOf(now());

  /** A change of this dial, the dial as it is after it, and the record of it, in one transaction. */
  function make(
    actor: Actor,
    changed: string | undefined,
    work: (change: Change & { by: PersonRef }) => Promise<Made>,
  ): Promise<Dial> {
    return transaction(db, async (trx) => {
      const by = await requireKnownPerson(trx, actor);
      if (changed !== undefined) await store.lockDial(trx, changed);
      // Read under the lock: what waited for another is later than that one.
      const at = now();
      const { id, which, event } = await work({ trx, actor, by, at });
      const dial = await presentDial(trx, id, which, actor, dayOf(at));
      await recordAudit(trx, actor.id, [event ?? []].flat(), at);
      return dial;
    });
  }

  return {
    get: (actor: Actor, id: string, which: Which): Promise<Dial> => presentDial(db, id, which, actor, today()),

    create: (actor: Actor, sent: DialData): Promise<Dial> =>
      make(actor, undefined, async (change) => {
        const id = randomUUID();
        return { id, which: 'draft', event: await createDraft(change, id, sent) };
      }),

    saveDraft: (actor: Actor, id: string, ifMatch: string, sent: DialData): Promise<Dial> =>
      recordingDialRefusals({ db, now, actor, id, attempt: 'save' }, () =>
        make(actor, id, async (change) => ({
          id,
          which: 'draft',
          event: await saveDialDraft(change, id, ifMatch, sent),
        })),
      ),

    publishDraft: (actor: Actor, id: string, ifMatch: string): Promise<Dial> =>
      recordingDialRefusals({ db, now, actor, id, attempt: 'publish' }, () =>
        make(actor, id, async (change) => {
          const { trx, by, at } = change;
          const open = await openDraft(change, id, ifMatch);
          const event = await publishOpenDraft(change, open);
          await announce(trx, { kind: 'dial_published', dial_id: id, version: open.version, by, at: at.toISOString() });
          return { id, which: open.version, event };
        }),
      ),

    discardDraft: (actor: Actor, id: string, ifMatch: string): Promise<Dial> =>
      recordingDialRefusals({ db, now, actor, id, attempt: 'discard' }, () =>
        make(actor, id, async (change) => {
          const open = await openDraft(change, id, ifMatch, 'There is nothing to discard.');
          return { id, which: 'shown', event: await discardOpenDraft(change, open) };
        }),
      ),

    /** The draft that is open, or the next version as one. */
    startVersion: (actor: Actor, id: string): Promise<Dial> =>
      make(actor, id, async (change) => ({ id, which: 'draft', event: await startNextVersion(change, id) })),

    duplicate: (actor: Actor, of: string): Promise<Dial> =>
      make(actor, undefined, async (change) => {
        const id = randomUUID();
        return { id, which: 'draft', event: await duplicateDial(change, of, id) };
      }),

    delete: (actor: Actor, id: string, ifMatch: string): Promise<{ deleted: true }> =>
      recordingDialRefusals({ db, now, actor, id, attempt: 'delete' }, () =>
        transaction(db, async (trx) => {
          await requireKnownPerson(trx, actor);
          const head = await store.lockDial(trx, id);
          const at = now();
          if (head === undefined) throw noSuchDial();
          const refusal = refuseDelete((await listBucketUses(trx, id)).map(nameOfBucket));
          if (refusal !== undefined) throw new Problem('conflict', refusal);
          await requireCurrent(trx, head, ifMatch, at);
          await store.updateDial(trx, id, { deleted_at: at, deleted_by: actor.id });
          const was = { published: head.published_version, draft: head.draft_version };
          await recordAudit(trx, actor.id, [dialEvent('dial_deleted', id, { name: head.name, was })], at);
          return { deleted: true };
        }),
      ),

    async buckets(id: string): Promise<BucketUse[]> {
      if ((await store.findDial(db, id)) === undefined) throw noSuchDial();
      return listBucketUses(db, id);
    },

    async difference(id: string, from: number, to: number): Promise<DialChange[]> {
      if ((await store.findDial(db, id)) === undefined) throw noSuchDial();
      return diffDials(await dataOf(db, id, from), await dataOf(db, id, to));
    },
  };
}

/** "Cyber Privacy & Tech, 9101 Alder". */
const nameOfBucket = ({ cob, partner }: BucketUse): string =>
  `${findClass(cob)?.label ?? cob}, ${partner.number} ${partner.name}`;

/** Whether there ever was a dial; nobody else adds one until the transaction ends. */
export async function lockEmptyDials(trx: Trx): Promise<boolean> {
  await store.lockTable(trx);
  return !(await store.hasDials(trx));
}
