import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import { checkEntries, type FindDialFacts } from '#domain/bucket/check.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { type BucketEntries, dropRedundantOverrides, sameEntries, setOnly } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import type { Trx } from '#server/db/transaction.ts';
import { updateDialUses } from '#server/dial/dial.day.service.ts';
import { loadDialFacts, lockDialsForUse } from '#server/dial/dial.pin.service.ts';
import { insertVersions, NO_SET } from './bucket.version.store.ts';
import type { Draft, OpenBucket } from './bucket.open.ts';
import { endStops } from './bucket.stop.store.ts';
import { insertBuckets, moveRevisions } from './bucket.store.ts';
import { hashOf } from './bucket.version.service.ts';
import * as store from './bucket.version.store.ts';

const refuse = (why: keyof typeof BUCKET_REFUSALS) => new Problem('conflict', BUCKET_REFUSALS[why]);

/** The entries a bucket shall have. */
export type DraftInput = Readonly<{ open: OpenBucket; entries: BucketEntries }>;

const addressOf = <L extends DraftInput>(list: L) => ({ ...list, address: list.open.address });

/**
 * Saving identical entries changes nothing and leaves no record; entries equal to live start no draft. `set`: the id of
 * the set that they are saved with.
 */
export async function saveDrafts(
  change: ChangeContext,
  sent: readonly DraftInput[],
  set: string | null = null,
): Promise<BucketEvent[]> {
  const { trx, actor, at } = change;
  await lockDialsForUse(trx, [...new Set(sent.flatMap(({ open, entries }) => idsOf([...savedIn(open), ...entries])))]);
  const findFacts = await loadDialFacts(
    trx,
    sent.flatMap(({ entries }) => entries),
  );
  const checked = await forEachBucket(sent.map(addressOf), ({ open, entries }) => {
    if (open.draft?.state === 'pending_review') throw refuse('pending');
    return { open, before: savedIn(open), entries: assertValidEntries(findFacts, entries) };
  });
  const changed = checked
    .filter(({ before, entries }) => !sameEntries(before, entries))
    .map((list) => ({ ...list, id: list.open.draft?.id ?? randomUUID() }));
  if (changed.length === 0) return [];
  const [started = [], continued = []] = [true, false].map((isNew) =>
    changed.filter(({ open }) => (open.draft === undefined) === isNew),
  );
  await insertDrafts(change, started);
  await store.updateSaved(
    trx,
    continued.map((list) => ({ id: list.id, ...countsOf(list) })),
    { at, by: actor.id },
  );
  await store.removeEntries(
    trx,
    continued.map(({ id }) => id),
  );
  await store.insertEntries(trx, changed);
  await store.addEditor(
    trx,
    changed.map(({ id }) => id),
    actor.id,
  );
  await moveRevisions(trx, headIds(changed));
  await updateDialUses(trx, [...new Set(changed.flatMap(({ before, entries }) => movedIds(before, entries)))], at);
  return changed.flatMap(({ open, before, entries }) => {
    const changes = diffEntries(before, entries);
    const event = bucketEvent('bucket_draft_saved', open.address, { changes, ...inSet(set) });
    if (open.draft !== undefined) return [event];
    return [bucketEvent('bucket_draft_started', open.address, { based_on: basedOn(open), ...inSet(set) }), event];
  });
}

export const saveDraft = (change: ChangeContext, open: OpenBucket, entries: BucketEntries): Promise<BucketEvent[]> =>
  saveDrafts(change, [{ open, entries }]);

const inSet = (set: string | null) => (set === null ? {} : { set });

const countsOf = ({ open, entries }: DraftInput) => ({
  changes: countChanges(diffEntries(open.live.entries, entries)),
  dials: entries.length,
});

/** Adds drafts without their entries. */
async function insertDrafts(
  { trx, actor, at }: ChangeContext,
  drafts: readonly (DraftInput & Readonly<{ id: string }>)[],
): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map((draft) => {
    const { changes, dials } = countsOf(draft);
    return {
      id: draft.id,
      bucket_id: draft.open.head.id,
      state: 'draft' as const,
      created_at: at,
      created_by: actor.id,
      based_on: basedOn(draft.open),
      saved_at: at,
      saved_by: actor.id,
      changes: JSON.stringify(changes),
      dials,
    };
  });
  await insertVersions(trx, rows);
}

/** The entries that the next save is based on. */
export const savedIn = ({ draft, live }: OpenBucket): BucketEntries => draft?.entries ?? live.entries;
const basedOn = ({ live }: OpenBucket): number => live.number ?? 1;
const headIds = (of: readonly Readonly<{ open: OpenBucket }>[]): string[] => of.map(({ open }) => open.head.id);

/** Checks every rule at once against the named published versions. Deleted dials cannot be saved. */
function assertValidEntries(findFacts: FindDialFacts, sent: BucketEntries): BucketEntries {
  const factsOf: FindDialFacts = (entry) => {
    const dial = findFacts(entry);
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

/** The rows stay for history, without entries. */
export async function resetDrafts(
  { trx, at }: ChangeContext,
  opened: readonly OpenBucket[],
  set: string | null = null,
): Promise<BucketEvent[]> {
  const reset = await forEachBucket(opened, (open) => ({ open, draft: requireDraft(open) }));
  const moved = [...new Set(reset.flatMap(({ open, draft }) => movedIds(open.live.entries, draft.entries)))];
  await lockDialsForUse(trx, moved);
  await store.updateVersions(
    trx,
    reset.map(({ draft }) => draft.id),
    { state: 'discarded' },
  );
  await moveRevisions(trx, headIds(reset));
  await updateDialUses(trx, moved, at);
  return reset.map(({ open, draft }) =>
    bucketEvent('bucket_draft_reset', open.address, {
      based_on: draft.based_on ?? 1,
      was: draft.entries,
      ...inSet(set),
    }),
  );
}

/** Starts drafts that equal live, for a review that changes nothing but the stop of their buckets. */
export async function startDrafts(
  { trx, actor, at }: ChangeContext,
  opened: readonly OpenBucket[],
): Promise<BucketEvent[]> {
  if (opened.length === 0) return [];
  const started = opened.map((open) => ({ id: randomUUID(), open, entries: open.live.entries }));
  await insertDrafts({ trx, actor, at }, started);
  await store.insertEntries(trx, started);
  await store.addEditor(
    trx,
    started.map(({ id }) => id),
    actor.id,
  );
  return opened.map((open) => bucketEvent('bucket_draft_started', open.address, { based_on: basedOn(open) }));
}

type ReviewTerms = Readonly<{
  description: string;
  liveOnOf: (open: OpenBucket) => string | null;
  /** Whether it ends the stops of those that are stopped, which is a change by itself. */
  restart: boolean;
}>;

/** Locks the drafts for their review. */
export async function putInReview(
  { trx }: ChangeContext,
  opened: readonly OpenBucket[],
  { description, liveOnOf, restart: ends }: ReviewTerms,
) {
  const submitted = await forEachBucket(opened, (open) => {
    const draft = requireDraft(open);
    const changes = countChanges(diffEntries(open.live.entries, draft.entries));
    const restart = ends ? open.head.stop_id : null;
    if (totalChanges(changes) === 0 && restart === null) throw refuse('noChange');
    return { open, draft, changes, restart, content_hash: hashOf(draft.entries, { live_on: liveOnOf(open), restart }) };
  });
  const ids = submitted.map(({ draft }) => draft.id);
  await store.updateVersions(trx, ids, { state: 'pending_review', description, ...NO_SET });
  await moveRevisions(trx, headIds(submitted));
  return submitted;
}

/** Moves the revisions of buckets whose review changed. */
export const reviseBuckets = (trx: Trx, opened: readonly OpenBucket[]): Promise<void> =>
  moveRevisions(
    trx,
    opened.map(({ head }) => head.id),
  );

/** Makes the drafts editable again. */
export async function takeOutOfReview({ trx }: ChangeContext, opened: readonly OpenBucket[]): Promise<Draft[]> {
  const drafts = opened.map(({ draft }) => {
    if (draft?.state !== 'pending_review') throw refuse('notPending');
    return draft;
  });
  const ids = drafts.map(({ id }) => id);
  await store.updateVersions(trx, ids, { state: 'draft' });
  await reviseBuckets(trx, opened);
  return drafts;
}

/** The day that a draft waited for, if any, and the moment since which it is live. */
type ActivationTerms = Readonly<{ liveOn: string | null; since: Date }>;

/**
 * Replaces the live versions by the pending drafts, and ends the stops that their reviews name. The caller is responsible
 * for the preconditions: buckets locked, votes counted. A stop ends with the activation and not before: until then
 * releases name the bucket as stopped, and engines give no values.
 */
export async function activateDrafts(
  { trx, at }: Omit<ChangeContext, 'actor'>,
  opened: readonly OpenBucket[],
  termsOf: (open: OpenBucket) => ActivationTerms,
): Promise<BucketEvent[]> {
  const going = opened.map((open) => {
    const { head, address, live, draft } = open;
    if (draft?.state !== 'pending_review') throw new Error(`The bucket ${head.id} has nothing in review.`);
    return { address, live, draft, ...termsOf(open), number: (live.number ?? 0) + 1 };
  });
  const moved = [...new Set(going.flatMap(({ live, draft }) => movedIds(live.entries, draft.entries)))];
  await lockDialsForUse(trx, moved);
  await store.putLive(
    trx,
    going.map(({ draft, live, number, since }) => ({ id: draft.id, replaces: live.id, number, since })),
    at,
  );
  await reviseBuckets(trx, opened);
  await updateDialUses(trx, moved, at);
  const ended = await endStops(
    trx,
    going.map(({ draft }) => draft.id),
    at,
  );
  return going.flatMap(({ address, draft, number, liveOn }): BucketEvent[] => {
    const activated = bucketEvent('bucket_activated', address, {
      number,
      content_hash: hashOf(draft.entries),
      ...(liveOn !== null && { live_on: liveOn }),
    });
    const stop = ended.get(draft.id);
    return stop === undefined ? [activated] : [activated, bucketEvent('bucket_restarted', address, { stop, number })];
  });
}

function requireDraft({ draft }: OpenBucket): Draft {
  if (draft === undefined) throw refuse('noDraft');
  if (draft.state === 'pending_review') throw refuse('pending');
  return draft;
}

const idsOf = (entries: BucketEntries): string[] => [...new Set(entries.map(({ dial_id }) => dial_id))];

/** The dials that are in only one of the lists. */
export function movedIds(before: BucketEntries, after: BucketEntries): string[] {
  const [old, now] = [idsOf(before), idsOf(after)];
  const [wasIn, isIn] = [new Set(old), new Set(now)];
  return [...old.filter((id) => !isIn.has(id)), ...now.filter((id) => !wasIn.has(id))];
}

export type NewBucket = BucketAddress & Readonly<{ appetite: number }>;

/** Adds buckets, each with an empty live version 1. */
export async function addBuckets(
  { trx, at }: Omit<ChangeContext, 'actor'>,
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
