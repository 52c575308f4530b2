import { createHash, randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { BucketEvent } from '#domain/event/event.ts';
import { checkEntries, type KnowDial } from '#domain/bucket/check.ts';
import { countChanges, diffEntries, totalChanges } from '#domain/bucket/diff.ts';
import { type BucketEntries, sameEntries, setOnly, withoutNeedless } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { REQUIRED_APPROVALS } from '#domain/review/approvals.ts';
import { type Author, findAuthors, findNewVersions } from '#domain/review/author.ts';
import { startRound } from '#domain/review/round.ts';
import { dialUseChanged } from '#server/dial/dial.day.service.ts';
import { findDialWriters, knowDials, lockDialsForUse } from '#server/dial/dial.pin.service.ts';
import { writeEntries } from './bucket.entry.store.ts';
import { bucketEvent } from './bucket.event.ts';
import type { Change, Draft, OpenBucket } from './bucket.open.ts';
import { closeRound, findDraftAuthors, openRound } from './bucket.round.store.ts';
import { moveRevision } from './bucket.store.ts';
import * as store from './bucket.version.store.ts';

const refuse = (why: keyof typeof BUCKET_REFUSALS) => new Problem('conflict', BUCKET_REFUSALS[why]);

/** Saving what is there already changes nothing and leaves no record; equal to live it starts no draft. */
export async function saveDraft(change: Change, open: OpenBucket, sent: BucketEntries): Promise<BucketEvent[]> {
  const { trx, actor, at } = change;
  const { head, address, live, draft } = open;
  if (draft?.state === 'pending_review') throw refuse('pending');
  const before = draft?.entries ?? live.entries;
  await lockDialsForUse(trx, idsOf([...before, ...sent]));
  const entries = await requireGood(change, sent);
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
async function requireGood({ trx }: Change, sent: BucketEntries): Promise<BucketEntries> {
  const known = await knowDials(trx, sent);
  const know: KnowDial = (entry) => {
    const dial = known(entry);
    return dial?.deleted === true ? undefined : dial;
  };
  const entries = sent.map(({ dial_id, version, overrides }) => {
    const own = know({ dial_id, version, overrides })?.values ?? {};
    return { dial_id, version, overrides: withoutNeedless(setOnly(overrides), own) };
  });
  const errors = checkEntries(entries, know);
  if (errors.length > 0)
    throw new Problem('invalid-input', 'Please put the named dials right and save again.', { errors });
  return entries;
}

/** The row stays, with its history, and holds no dial any more. */
export async function resetDraft({ trx, at }: Change, open: OpenBucket): Promise<BucketEvent> {
  const { head, address, live } = open;
  const draft = requireDraft(open);
  await lockDialsForUse(trx, movedIds(live.entries, draft.entries));
  await store.updateVersion(trx, draft.id, { state: 'discarded' });
  await moveRevision(trx, head.id);
  await dialUseChanged(trx, movedIds(live.entries, draft.entries), at);
  return bucketEvent('bucket_draft_reset', address, { based_on: draft.based_on ?? 1, was: draft.entries });
}

export async function submitDraft(change: Change, open: OpenBucket, description: string): Promise<BucketEvent> {
  const { trx, actor, at } = change;
  const { head, address, live } = open;
  const draft = requireDraft(open);
  const changes = countChanges(diffEntries(live.entries, draft.entries));
  if (totalChanges(changes) === 0) throw refuse('noChange');
  const content_hash = hashOf(draft.entries);
  await store.updateVersion(trx, draft.id, { state: 'pending_review', description });
  const authors = await findAuthorsNow(change, open, draft);
  const round = startRound({
    hash: content_hash,
    authors: authors.map(({ person }) => person),
    required: REQUIRED_APPROVALS,
  });
  const submitted = { submitted_at: at, submitted_by: actor.id };
  await openRound(trx, { id: randomUUID(), bucket_version_id: draft.id, description, round, authors, ...submitted });
  await moveRevision(trx, head.id);
  return bucketEvent('bucket_submitted', address, { description, content_hash, changes });
}

async function findAuthorsNow({ trx, actor }: Change, { head, live }: OpenBucket, draft: Draft): Promise<Author[]> {
  const { savers, submitters } = await findDraftAuthors(trx, head.id, draft.based_on ?? 1);
  const dialWriters = await findDialWriters(trx, findNewVersions(live.entries, draft.entries));
  return findAuthors({ savers, submitters: [...submitters, actor.id], dialWriters });
}

export async function cancelReviews({ trx, at }: Change, open: OpenBucket): Promise<BucketEvent> {
  const { head, address, draft } = open;
  if (draft?.state !== 'pending_review') throw refuse('notPending');
  await store.updateVersion(trx, draft.id, { state: 'draft' });
  await closeRound(trx, draft.id, 'cancelled', at);
  await moveRevision(trx, head.id);
  return bucketEvent('bucket_reviews_cancelled', address, { description: draft.description });
}

function requireDraft({ draft }: OpenBucket): Draft {
  if (draft === undefined) throw refuse('noDraft');
  if (draft.state === 'pending_review') throw refuse('pending');
  return draft;
}

/** What a vote is bound to. */
export const hashOf = (entries: BucketEntries): string =>
  createHash('sha256').update(canonicalJson(entries)).digest('hex');

const idsOf = (entries: BucketEntries): string[] => [...new Set(entries.map(({ dial_id }) => dial_id))];

/** The dials that are in one of the lists and not in the other. */
export function movedIds(before: BucketEntries, after: BucketEntries): string[] {
  const [old, now] = [idsOf(before), idsOf(after)];
  const [wasIn, isIn] = [new Set(old), new Set(now)];
  return [...old.filter((id) => !isIn.has(id)), ...now.filter((id) => !wasIn.has(id))];
}
