import type { Bucket, BucketDraft, BucketVersion, BucketVersionRow } from '#contract/bucket.ts';
import { maySeeProposals } from '#domain/appetite/permission.ts';
import { entryNotes, type FindDialFacts } from '#domain/bucket/check.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { bucketAbilities } from '#domain/bucket/policy.ts';
import { stopAbilities } from '#domain/bucket/stop.ts';
import { submissionAbilities } from '#domain/review/round.ts';
import { goLiveDay, takesVotes, type Schedule } from '#domain/review/schedule.ts';
import { bucketStatus, headerState, type RoundOutcome } from '#domain/bucket/state.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { loadDialFacts } from '#server/dial/dial.pin.service.ts';
import { type Content, type Draft, getBucket } from './bucket.open.ts';
import { presentStop } from './bucket.stop.store.ts';
import type { BucketHead } from './bucket.store.ts';
import type { StoredVersion } from './bucket.version.store.ts';

type Notes = (entries: BucketEntries) => BucketVersion['notes'];

/** The facts about a review that a bucket shows. */
export type RoundHead = Readonly<{
  description: string;
  submitted_at: Date;
  submitted_by: string;
  submitter_name: string;
  closed_at: Date | null;
  outcome: RoundOutcome | null;
  approved_at: Date | null;
  restart: string | null;
}> &
  Schedule;
/**
 * `current` takes votes, or else is the last one; `scheduled` waits for its day. Both differ while people are asked to
 * approve an earlier day.
 */
export type DraftRounds<Round> = Readonly<{ current: Round | undefined; scheduled: Round | undefined }>;
/** Finds the rounds of a version; provided by the review service. */
export type FindRounds = (db: Db, versionId: string) => Promise<DraftRounds<RoundHead>>;
export type Viewer = Readonly<{ actor: Actor; today: string; findRounds: FindRounds }>;

/** A bucket as the caller sees it today. */
export async function presentBucket(
  db: Db,
  address: BucketAddress,
  { actor, today, findRounds }: Viewer,
): Promise<Bucket> {
  const { head, live, draft } = await getBucket(db, address);
  const factsOf = await loadDialFacts(db, [...live.entries, ...(draft?.entries ?? [])]);
  const notes = notesBy(factsOf, today);
  const { current, scheduled } = await findRounds(db, (draft ?? live).id);
  const round = scheduled ?? current ?? null;
  const earlier = current !== undefined && scheduled !== undefined && takesVotes(current) ? current : null;
  const savedSince = draft !== undefined && round?.closed_at != null && draft.saved_at > round.closed_at;
  return {
    cob: head.cob,
    partner: { number: head.number, name: head.name },
    appetite: head.appetite,
    raise: presentRaise(head, actor),
    revision: String(head.revision),
    status: bucketStatus(draft ?? null),
    header: headerState(draft ?? null, round, savedSince),
    live: presentContent(live, notes),
    draft: draft ? presentDraft(draft, { round, earlier }, notes) : null,
    stop: presentStop(head),
    abilities: {
      ...bucketAbilities(actor, draft ?? null),
      ...submissionAbilities(actor, draft ?? null, {
        isScheduled: scheduled !== undefined,
        asksEarlier: earlier !== null,
      }),
      ...stopAbilities(actor, head.stop_id !== null, draft ?? null),
    },
  };
}

const presentRaise = ({ raise_becomes: becomes, raise_proposal: proposal }: BucketHead, { permissions }: Actor) =>
  becomes === null ? null : { becomes, proposal: maySeeProposals(permissions) ? proposal : null };

export const notesBy =
  (factsOf: FindDialFacts, today: string): Notes =>
  (entries) =>
    entryNotes(entries, factsOf, today);

const refOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

export function presentVersionRow(version: StoredVersion): BucketVersionRow {
  if (version.number === null || version.live_at === null) throw new Error(`${version.id} was never live.`);
  return {
    number: version.number,
    live_at: version.live_at.toISOString(),
    activated_at: (version.activated_at ?? version.live_at).toISOString(),
    superseded_at: version.superseded_at?.toISOString() ?? null,
    saved_by: refOf(version.saved_by, version.saver_name),
    description: version.description,
    dials: version.dials,
  };
}

export function presentContent(version: Content, notes: Notes): BucketVersion {
  const { dials: _, ...row } = presentVersionRow(version);
  return { ...row, entries: version.entries, notes: notes(version.entries) };
}

type PresentedRounds = Readonly<{ round: RoundHead | null; earlier: RoundHead | null }>;

function presentDraft(draft: Draft, { round, earlier }: PresentedRounds, notes: Notes): BucketDraft {
  const isOpen = round !== null && round.outcome === null;
  return {
    state: draft.state,
    based_on: draft.based_on ?? 1,
    description: draft.description,
    saved_at: draft.saved_at.toISOString(),
    saved_by: { id: draft.saved_by ?? '', name: draft.saver_name ?? '' },
    entries: draft.entries,
    notes: notes(draft.entries),
    review: isOpen
      ? {
          description: round.description,
          submitted_at: round.submitted_at.toISOString(),
          submitted_by: { id: round.submitted_by, name: round.submitter_name },
          live_on: goLiveDay(round),
          approved_at: round.approved_at?.toISOString() ?? null,
          restart: round.restart !== null,
          earlier: earlier?.live_on
            ? {
                live_on: earlier.live_on,
                reason: earlier.description,
                asked_at: earlier.submitted_at.toISOString(),
                asked_by: { id: earlier.submitted_by, name: earlier.submitter_name },
              }
            : null,
        }
      : null,
  };
}
