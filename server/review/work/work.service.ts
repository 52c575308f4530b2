import { MAX_WORK, type OwnDraft, type workRoutes } from '#contract/work.ts';
import type { Answer } from '#contract/route.ts';
import { headerState } from '#domain/bucket/state.ts';
import { MAY_VOTE } from '#domain/review/independence.ts';
import { missingVoters } from '#domain/review/voter.ts';
import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { readLayers } from '#server/bucket/bucket.layer.ts';
import type { ChangeKit } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { nearDays } from '#server/dial/dial.row.ts';
import { listOwnDrafts } from '#server/dial/list/dial.list.service.ts';
import { type DirectoryKind, findPeopleAllowed, findPersonNames } from '#server/person/person.service.ts';
import { findVotes, type StoredVote } from '#server/review/review.store.ts';
import { readDependents } from '#server/review/review.voter.ts';
import { listOwnVersions, type OwnVersion } from './work.store.ts';

type Work = Answer<typeof workRoutes.getMyWork>;
type DraftVersion = OwnVersion & Readonly<{ state: OwnDraft['state'] }>;

const isDraft = (version: OwnVersion): version is DraftVersion => version.state !== 'live';

/** What waits for one person. Each part is told by the right it needs, in few statements however much it is. */
export function workService({ db, now, directory }: Pick<ChangeKit, 'db' | 'now' | 'directory'>) {
  return {
    of: ({ id, permissions }: Actor): Promise<Work> =>
      snapshot(db, async (trx) => {
        const seesDials = holds(permissions.dials, 'view');
        const own = holds(permissions.bucket, 'view') ? await listOwnVersions(trx, id) : [];
        const seesReviews = holds(permissions.review, 'view');
        const drafts = own.filter(isDraft).slice(0, MAX_WORK);
        return {
          drafts: seesReviews ? await withReviews(trx, directory, drafts) : drafts.map((draft) => presentDraft(draft)),
          buckets: await ownBuckets(trx, own, nearDays(now())),
          dials: seesDials ? await listOwnDrafts(trx, id, MAX_WORK) : [],
        };
      }),
  };
}

async function ownBuckets(db: Db, own: readonly OwnVersion[], near: ReturnType<typeof nearDays>) {
  const addresses = new Map(own.map((version) => [`${version.partner} ${version.cob}`, version]));
  if (addresses.size === 0) return [];
  const layers = await readLayers(db, near, [...new Set(own.map(({ bucket_id }) => bucket_id))]);
  return layers
    .filter(({ newer, ending }) => newer > 0 || ending > 0)
    .slice(0, MAX_WORK)
    .map(({ partner, cob, newer, ending }) => ({
      partner: { number: partner, name: addresses.get(`${partner} ${cob}`)?.partner_name ?? '' },
      cob,
      newer,
      ending,
    }));
}

type Said = Pick<OwnDraft, 'rejected' | 'votes'>;
const NOTHING_SAID: Said = { rejected: null, votes: null };

const presentDraft = (draft: DraftVersion, said: Said = NOTHING_SAID): OwnDraft => ({
  partner: { number: draft.partner, name: draft.partner_name },
  cob: draft.cob,
  state: draft.state,
  since: (draft.state === 'pending_review' && draft.submitted_at ? draft.submitted_at : draft.created_at).toISOString(),
  changes: draft.changes ?? { added: 0, removed: 0, updated: 0, overridden: 0, reordered: 0 },
  ...said,
});

/** What the newest round of each says: who rejected it, or whose vote it waits for. */
async function withReviews(db: Db, directory: DirectoryKind, drafts: readonly DraftVersion[]): Promise<OwnDraft[]> {
  const rounds = drafts.flatMap(({ round }) => round ?? []);
  if (rounds.length === 0) return drafts.map((draft) => presentDraft(draft));
  const votes = Map.groupBy(await findVotes(db, rounds), ({ round_id }) => round_id);
  const voters = await findPeopleAllowed(db, MAY_VOTE);
  const names = await findPersonNames(db, voters);
  const open = drafts.filter(({ state }) => state === 'pending_review');
  const authored = open.map(({ round, authors, started_at }) => ({ round, authors: authors ?? [], started_at }));
  const dependentsOf = await readDependents(db, directory, authored);

  const saidOf = (draft: DraftVersion): Said => {
    const given = votes.get(draft.round ?? '') ?? [];
    if (headerOf(draft) === 'draft_rejected') return { ...NOTHING_SAID, rejected: given.flatMap(presentRejection) };
    const round = authored.find((one) => one.round === draft.round);
    if (round === undefined) return NOTHING_SAID;
    const counted = given.filter(({ discounted }) => discounted === null);
    const dependents = dependentsOf(round);
    const missing = missingVoters({
      voters,
      authors: round.authors,
      isDependent: (person) => dependents.has(person),
      voted: counted.map(({ person_id }) => person_id),
    });
    return {
      rejected: null,
      votes: {
        approvals: counted.filter(({ choice }) => choice === 'approve').length,
        required: draft.required ?? 0,
        missing: missing.map((person) => ({ id: person, name: names.get(person) ?? '' })),
      },
    };
  };
  return drafts.map((draft) => presentDraft(draft, saidOf(draft)));
}

function headerOf({ state, round, outcome, closed_at, saved_at }: DraftVersion) {
  const savedSince = closed_at !== null && saved_at > closed_at;
  return headerState({ state }, round === null ? null : { outcome }, savedSince);
}

const presentRejection = ({ choice, discounted, person_id, name, comment }: StoredVote) =>
  choice === 'reject' && discounted === null ? [{ by: { id: person_id, name }, comment }] : [];
