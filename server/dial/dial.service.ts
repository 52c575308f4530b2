import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { BucketUse, Dial, DialInput } from '#contract/dial.ts';
import type { Page } from '#contract/page.ts';
import { Problem } from '#contract/problem.ts';
import { type DetailOf, type DialEvent, makeEvent } from '#domain/event/event.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { refuseDelete } from '#domain/dial/policy.ts';
import type { Actor } from '#domain/user/person.ts';
import {
  type PersonQuery,
  type ChangeResult,
  type ChangeKit,
  runChange,
  type ChangeContext,
} from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { cursorInteger, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import {
  assertCurrent,
  createDraft,
  discardOpenDraft,
  duplicateDial,
  openDraft,
  publishOpenDraft,
  saveDialDraft,
  startNextVersion,
} from './dial.change.ts';
import { dataOf, noSuchDial, presentDial, presentWhole, withSave } from './dial.present.ts';
import { dayOf } from './dial.row.ts';
import * as store from './dial.store.ts';
import { listBucketUses } from './dial.use.store.ts';

type DialChangeResult = Readonly<{
  id: string;
  which: store.VersionChoice;
  event: DialEvent | readonly DialEvent[] | undefined;
}>;
const usePosition = z.object({ cob: z.string(), partner: cursorInteger });
type DialAttempt = DetailOf<'dial_change_refused'>['attempt'];

/** A draft that cannot be published is a decision, a save with errors is not. */
const PUBLISH_DECISIONS = ['not-allowed', 'stale', 'conflict', 'invalid-input'] as const;

export function dialService(kit: ChangeKit) {
  const { db, now } = kit;
  const today = () => dayOf(now());

  /** Returns the dial after the change. */
  async function finish(
    { trx, actor, at }: ChangeContext,
    { id, which, event }: DialChangeResult,
  ): Promise<ChangeResult<Dial>> {
    return { events: [event ?? []].flat(), at, answer: await presentDial(trx, id, which, actor, dayOf(at)) };
  }

  /** Locks the dial until the transaction ends. */
  const locking = (id: string) => (trx: Trx, person: PersonQuery) => store.lockDialFor(trx, id, person);

  /** Adds a dial. */
  const add = (actor: Actor, work: (context: ChangeContext) => Promise<DialChangeResult>): Promise<Dial> =>
    runChange(kit, {
      actor,
      work: async ({ trx, actor: current, now: clock }) => {
        const context = { trx, actor: current, at: clock() };
        return finish(context, await work(context));
      },
    });

  /** Changes the dial with that id. */
  const change = (
    actor: Actor,
    { id, attempt }: Readonly<{ id: string; attempt?: DialAttempt }>,
    work: (context: ChangeContext, head: store.DialHead) => Promise<Omit<DialChangeResult, 'id'>>,
  ): Promise<Dial> =>
    runChange(kit, {
      actor,
      ...(attempt && { attempt: { attempt, id } }),
      ...(attempt === 'dial_published' && { decisions: PUBLISH_DECISIONS }),
      open: locking(id),
      work: async ({ trx, actor: current, now: clock }, head) => {
        if (head === undefined) throw noSuchDial();
        const context = { trx, actor: current, at: clock() };
        return finish(context, { id, ...(await work(context, head)) });
      },
    });

  return {
    get: (actor: Actor, id: string, which: store.VersionChoice): Promise<Dial> =>
      presentDial(db, id, which, actor, today()),

    /** A new dial gets its own id, wherever its data came from. */
    create: (actor: Actor, sent: DialInput): Promise<Dial> =>
      add(actor, async (context) => {
        const id = randomUUID();
        const { dial_id: _, ...data } = sent;
        return { id, which: 'draft', event: await createDraft(context, id, data) };
      }),

    saveDraft: (actor: Actor, id: string, ifMatch: string, { dial_id, ...sent }: DialInput): Promise<Dial> =>
      runChange(kit, {
        actor,
        attempt: { attempt: 'dial_saved', id },
        open: locking(id),
        work: async ({ trx, actor: current, by, now: clock }, head) => {
          if (head === undefined) throw noSuchDial();
          const at = clock();
          if (dial_id !== undefined && dial_id.toLowerCase() !== id.toLowerCase())
            throw new Problem('invalid-input', 'This is the data of another dial.', {
              errors: [{ path: 'dial_id', message: 'Leave it out, or give the id of the dial that is saved.' }],
            });
          const { events, dial, saved } = await saveDialDraft({ trx, actor: current, at }, head, ifMatch, sent);
          const after = saved ? withSave(dial, { ...saved, by, at }) : dial;
          return { events, at, answer: presentWhole(after, current, dayOf(at)) };
        },
      }),

    publishDraft: (actor: Actor, id: string, ifMatch: string): Promise<Dial> =>
      change(actor, { id, attempt: 'dial_published' }, async (context, head) => {
        const open = await openDraft(context, head, ifMatch);
        return { which: open.version, event: await publishOpenDraft(context, open) };
      }),

    discardDraft: (actor: Actor, id: string, ifMatch: string): Promise<Dial> =>
      change(actor, { id, attempt: 'dial_draft_discarded' }, async (context, head) => {
        const open = await openDraft(context, head, ifMatch, 'There is nothing to discard.');
        return { which: 'shown', event: await discardOpenDraft(context, open) };
      }),

    /** The open draft, or the next version as one. */
    startVersion: (actor: Actor, id: string): Promise<Dial> =>
      change(actor, { id }, async (context, head) => ({
        which: 'draft',
        event: await startNextVersion(context, head),
      })),

    duplicate: (actor: Actor, of: string): Promise<Dial> =>
      add(actor, async (context) => {
        const id = randomUUID();
        return { id, which: 'draft', event: await duplicateDial(context, of, id) };
      }),

    delete: (actor: Actor, id: string, ifMatch: string): Promise<{ deleted: true }> =>
      runChange(kit, {
        actor,
        attempt: { attempt: 'dial_deleted', id },
        open: locking(id),
        work: async ({ trx, now: clock }, head) => {
          if (head === undefined) throw noSuchDial();
          const at = clock();
          const refusal = refuseDelete((await listBucketUses(trx, id)).map(nameOfBucket));
          if (refusal !== undefined) throw new Problem('conflict', refusal);
          await assertCurrent(trx, head, ifMatch);
          await store.updateDial(trx, id, { deleted_at: at, deleted_by: actor.id });
          const was = { published: head.published_version, draft: head.draft_version };
          return { events: [makeEvent('dial_deleted', id, { name: head.name, was })], at, answer: { deleted: true } };
        },
      }),

    async buckets(id: string, { cursor, limit }: Paged): Promise<Page<BucketUse>> {
      if ((await store.findDial(db, id)) === undefined) throw noSuchDial();
      const rows = await listBucketUses(db, id, { after: readCursor(usePosition, cursor), limit: limit + 1 });
      return cutPage(rows, limit, ({ cob, partner }) => ({ cob, partner: partner.number }));
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

/** Whether there never was a dial; locks the table until the transaction ends. */
export async function lockEmptyDials(trx: Trx): Promise<boolean> {
  await store.lockTable(trx);
  return !(await store.hasDials(trx));
}
