import { Problem } from '#contract/problem.ts';
import { DRAFT_SET_REFUSALS } from '#domain/bucket/policy.ts';
import { type BucketAddress, type BucketEvent, bucketId } from '#domain/event/event.ts';
import type { ChangeContext } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { resetDrafts, saveDrafts } from './bucket.change.ts';
import type { OpenBucket } from './bucket.open.ts';
import * as store from './bucket.set.store.ts';
import { NO_SET, updateVersions } from './bucket.version.store.ts';

/** What drafts that change together have in common: their title, and the dial version they are about, if any. */
export type ChangeSet = Readonly<{ id: string; title: string; dial_id: string | null; dial_version: number | null }>;

/** Stores which drafts a change saved together, and what they were before. `opened`: the buckets before the change. */
export async function recordDraftSet(
  { trx, actor, at }: ChangeContext,
  set: ChangeSet & Readonly<{ source: BucketAddress | null }>,
  opened: readonly OpenBucket[],
  events: readonly BucketEvent[],
): Promise<void> {
  const saved = new Set(events.map(({ object }) => object.id));
  const members = opened.filter(({ address }) => saved.has(bucketId(address)));
  const { source, ...row } = set;
  await store.insertDraftSet(
    trx,
    {
      ...row,
      saved_at: at,
      saved_by: actor.id,
      buckets: members.length,
      source_partner: source?.partner ?? null,
      source_cob: source?.cob ?? null,
    },
    members.map(({ head, draft }) => ({ bucket_id: head.id, before: draft?.entries ?? null })),
  );
}

/** The one set that saved all these drafts, if there is one. */
export async function findCommonSet(db: Db, drafts: readonly string[]): Promise<ChangeSet | undefined> {
  const [id, ...others] = await store.findSetIds(db, drafts);
  const found = id && others.length === 0 ? await store.findDraftSet(db, id) : undefined;
  return found && { id: found.id, title: found.title, dial_id: found.dial_id, dial_version: found.dial_version };
}

type SetMembers = Awaited<ReturnType<typeof store.listMembers>>;

/** The drafts of a set of this person, as long as none of them was submitted or discarded. */
export async function requireMembers(trx: Trx, setId: string, personId: string): Promise<SetMembers> {
  const set = await store.findDraftSet(trx, setId);
  if (set === undefined || set.saved_by !== personId) throw new Problem('not-found', DRAFT_SET_REFUSALS.unknown);
  const members = await store.listMembers(trx, setId);
  if (members.length < set.buckets) throw new Problem('conflict', DRAFT_SET_REFUSALS.changed);
  return members;
}

/** Gives each of these locked buckets back what it had before the set: its former draft, or none. */
export async function undoSet(
  context: ChangeContext,
  setId: string,
  opened: readonly OpenBucket[],
  members: SetMembers,
): Promise<BucketEvent[]> {
  const beforeOf = new Map(members.map((member) => [bucketId(member), member.before]));
  const undone = opened.map((open) => ({ open, entries: beforeOf.get(bucketId(open.address)) ?? null }));
  const restored = undone.flatMap(({ open, entries }) => (entries === null ? [] : [{ open, entries }]));
  const saved = await saveDrafts(context, restored, setId);
  await updateVersions(
    context.trx,
    restored.flatMap(({ open }) => open.draft?.id ?? []),
    NO_SET,
  );
  const started = undone.filter(({ entries }) => entries === null).map(({ open }) => open);
  return [...saved, ...(await resetDrafts(context, started, setId))];
}
