import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import type { Step } from '#server/change/change.ts';
import { checkEntries, type FindDialFacts } from '#domain/bucket/check.ts';
import { countChanges, diffEntries, totalChanges } from '#domain/bucket/diff.ts';
import { type BucketEntries, dropRedundantOverrides, sameEntries, setOnly } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { dialUseChanged } from '#server/dial/dial.day.service.ts';
import { loadDialFacts, lockDialsForUse } from '#server/dial/dial.pin.service.ts';
import { insertVersions, writeEntries } from './bucket.version.store.ts';
import type { Draft, OpenBucket } from './bucket.open.ts';
import { insertBuckets, moveRevision } from './bucket.store.ts';
import { hashOf } from './bucket.version.service.ts';
import * as store from './bucket.version.store.ts';

const refuse = (why: keyof typeof BUCKET_REFUSALS) => new Problem('conflict', BUCKET_REFUSALS[why]);

/** Saving what is there already changes nothing and leaves no record; equal to live it starts no draft. */
export async function saveDraft(change: Step, open: OpenBucket, sent: BucketEntries): Promise<BucketEvent[]> {
  const { trx, actor, at } = change;
  const { head, address, live, draft } = open;
  if (draft?.state === 'pending_review') throw refuse('pending');
  const before = draft?.entries ?? live.entries;
  await lockDialsForUse(trx, idsOf([...before, ...sent]));
  const entries = await assertValidEntries(change, sent);
  if (sameEntries(before, entries)) return [];
  const changes = JSON.stringify(countChanges(diffEntries(live.entries, entries)));
  const saved = { saved_at: at, saved_by: actor.id, changes, dials: entries.length };
  const basedOn = live.number ?? 1;
  const id = draft?.id ?? randomUUID();
  if (draft === undefined) {
    const started = { created_at: at, created_by: actor.id, based_on: basedOn };
    await store.insertVersions(trx, [{ id, bucket_id: head.id, state: 'draft', ...started, ...saved }]);
  } else await store.updateVersion(trx, id, saved);
  await writeEntries(trx, id, entries);
  await store.addEditor(trx, id, actor.id);
  await moveRevision(trx, head.id);
  await dialUseChanged(trx, movedIds(before, entries), at);
  const event = bucketEvent('bucket_draft_saved', address, { changes: diffEntries(before, entries) });
  return draft ? [event] : [bucketEvent('bucket_draft_started', address, { based_on: basedOn }), event];
}

/** Every rule at once, against the published versions that are named. A deleted dial is no dial to save. */
async function assertValidEntries({ trx }: Step, sent: BucketEntries): Promise<BucketEntries> {
  const known = await loadDialFacts(trx, sent);
  const factsOf: FindDialFacts = (entry) => {
    const dial = known(entry);
    return dial?.deleted === true ? undefined : dial;
  };
  const entries = sent.map(({ dial_id, version, overrides }) => {
    const own = factsOf({ dial_id, version, overrides })?.values ?? {};
    return { dial_id, version, overrides: dropRedundantOverrides(setOnly(overrides), own) };
  });
  const errors = checkEntries(entries, factsOf);
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked dials and save again.', { errors });
  return entries;
}

/** The row stays, with its history, and holds no dial any more. */
export async function resetDraft({ trx, at }: Step, open: OpenBucket): Promise<BucketEvent> {
  const { head, address, live } = open;
  const draft = requireDraft(open);
  await lockDialsForUse(trx, movedIds(live.entries, draft.entries));
  await store.updateVersion(trx, draft.id, { state: 'discarded' });
  await moveRevision(trx, head.id);
  await dialUseChanged(trx, movedIds(live.entries, draft.entries), at);
  return bucketEvent('bucket_draft_reset', address, { based_on: draft.based_on ?? 1, was: draft.entries });
}

/** The draft waits for its review. */
export async function putInReview({ trx }: Step, open: OpenBucket, description: string) {
  const draft = requireDraft(open);
  const changes = countChanges(diffEntries(open.live.entries, draft.entries));
  if (totalChanges(changes) === 0) throw refuse('noChange');
  await store.updateVersion(trx, draft.id, { state: 'pending_review', description });
  await moveRevision(trx, open.head.id);
  return { draft, changes, content_hash: hashOf(draft.entries) };
}

/** The draft can be edited again. */
export async function takeOutOfReview({ trx }: Step, { head, draft }: OpenBucket): Promise<Draft> {
  if (draft?.state !== 'pending_review') throw refuse('notPending');
  await store.updateVersion(trx, draft.id, { state: 'draft' });
  await moveRevision(trx, head.id);
  return draft;
}

/**
 * The pending draft takes the place of the live version. Whether it may is the business of whoever calls: the bucket is
 * locked, the votes are counted.
 */
export async function activateDraft(
  { trx, at }: Step,
  { head, address, live, draft }: OpenBucket,
): Promise<BucketEvent> {
  if (draft?.state !== 'pending_review') throw new Error(`The bucket ${head.id} has nothing in review.`);
  const number = (live.number ?? 0) + 1;
  const moved = movedIds(live.entries, draft.entries);
  await lockDialsForUse(trx, moved);
  await store.updateVersion(trx, live.id, { state: 'superseded', superseded_at: at });
  await store.updateVersion(trx, draft.id, { state: 'live', number, live_at: at });
  await moveRevision(trx, head.id);
  await dialUseChanged(trx, moved, at);
  return bucketEvent('bucket_activated', address, { number, content_hash: hashOf(draft.entries) });
}

function requireDraft({ draft }: OpenBucket): Draft {
  if (draft === undefined) throw refuse('noDraft');
  if (draft.state === 'pending_review') throw refuse('pending');
  return draft;
}

const idsOf = (entries: BucketEntries): string[] => [...new Set(entries.map(({ dial_id }) => dial_id))];

/** The dials that are in one of the lists and not in the other. */
export function movedIds(before: BucketEntries, after: BucketEntries): string[] {
  const [old, now] = [idsOf(before), idsOf(after)];
  const [wasIn, isIn] = [new Set(old), new Set(now)];
  return [...old.filter((id) => !isIn.has(id)), ...now.filter((id) => !wasIn.has(id))];
}

export type NewBucket = BucketAddress & Readonly<{ appetite: number }>;

/** New buckets, each with an empty live version: number 1. */
export async function addBuckets(
  { trx, at }: Omit<Step, 'actor'>,
  added: readonly NewBucket[],
): Promise<BucketEvent[]> {
  if (added.length === 0) return [];
  const rows = added.map(({ partner, cob, appetite }) => ({
    id: randomUUID(),
    cob,
    partner_number: partner,
    appetite,
    created_at: at,
  }));
  const live = { state: 'live', number: 1, created_at: at, saved_at: at, live_at: at } as const;
  const versions = rows.map(({ id }) => ({ id: randomUUID(), bucket_id: id, ...live }));
  await insertBuckets(trx, rows);
  await insertVersions(trx, versions);
  return added.map(({ appetite, ...address }) => bucketEvent('bucket_added', address, { appetite }));
}
