import type { KnownBucketDial } from '#contract/bucket.ts';
import type { PersonRef } from '#contract/dial.ts';
import { MAX_EVIDENCE_RECORDS } from '#contract/evidence.ts';
import type { reviewRoutes } from '#contract/review-routes.ts';
import type { Answer } from '#contract/route.ts';
import { type BucketAddress, bucketObject, type DetailOf, type EventObject } from '#domain/event/event.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { checkExamples } from '#domain/example/check.ts';
import { describeAgreement } from '#domain/review/agreement.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { listRecords } from '#server/audit/audit.read.ts';
import { isUnchanged, recordsOf } from '#server/audit/audit.service.ts';
import { getBucket } from '#server/bucket/bucket.open.ts';
import { bucketReadService } from '#server/bucket/bucket.read.service.ts';
import { listStopsBetween } from '#server/bucket/bucket.stop.service.ts';
import { everLivePages, hashOf } from '#server/bucket/bucket.version.service.ts';
import type { Trx } from '#server/db/transaction.ts';
import { readExamples } from '#server/example/example.service.ts';
import type { ImpactView } from '#server/impact/impact.view.ts';
import { listImpacts, presentStored } from '#server/impact/impact.stored.ts';
import { partnerService } from '#server/partner/partner.service.ts';
import { findPersonNames } from '#server/person/person.service.ts';
import { describeBody, readNames } from './authority/authority.present.ts';
import { presentRounds } from './review.present.ts';
import { findApproved, findRoundsOf, type StoredRound } from './review.store.ts';

export type Evidence = Answer<typeof reviewRoutes.getEvidence>;
type EvidenceRequest = Readonly<{
  by: PersonRef;
  at: Date;
  address: BucketAddress;
  number: number;
  /** What the caller may see of the measurement. */
  view: ImpactView;
}>;

/** What engines decided with a version. */
export type ReadOutcome = (
  trx: Trx,
  request: Pick<EvidenceRequest, 'address' | 'number' | 'view' | 'at'>,
) => Promise<Evidence['practice']>;
type EvidenceSources = Readonly<{ checkpoints: Pick<Checkpoints, 'compare'>; readOutcome: ReadOutcome }>;

/** Everything about one version, read from one snapshot of the database. */
export async function collectEvidence(
  trx: Trx,
  { by, at, address, number, view }: EvidenceRequest,
  { checkpoints, readOutcome }: EvidenceSources,
): Promise<Evidence> {
  const reader = bucketReadService({ db: trx, now: () => at, partners: partnerService(trx) });
  const object = bucketObject(address);
  const { head } = await getBucket(trx, address);
  const version = await reader.version(address, number);
  const previous = number === 1 ? undefined : await reader.version(address, number - 1);
  const difference = number === 1 ? null : await reader.summarise(address, number - 1, number);
  const content_hash = hashOf(version.entries);
  const stored = await findRoundsOf(trx, address, number);
  const rulesOf = await describeRules(trx, stored);
  const rounds = (await presentRounds(trx, stored)).map((round, index) => ({
    ...round,
    rules: rulesOf(stored[index]?.authority ?? null),
    same_content:
      round.hash === hashOf(version.entries, { live_on: round.live_on, restart: round.restart?.id ?? null }),
  }));
  const approved = stored.filter(({ outcome }) => outcome === 'approved').map(({ id }) => id);
  const impact = (await listImpacts(trx, approved)).flatMap((row) => presentStored(row) ?? []);
  const { records: audit, cut: audit_cut } = await recordsOf(trx, { object }, MAX_EVIDENCE_RECORDS);
  const pins = version.entries.map(({ dial_id, version }) => ({ dial_id, version }));
  const dials: KnownBucketDial[] = [];
  for await (const batch of reader.dials(pins)) dials.push(...batch);
  return {
    made_at: at.toISOString(),
    made_by: by,
    bucket: {
      cob: address.cob,
      class: findClass(address.cob)?.label ?? address.cob,
      partner: { number: head.number, name: head.name },
      appetite: head.appetite,
    },
    appetite_changes: await readAppetites(trx, object, {
      from: number === 1 ? undefined : (await reader.version(address, number - 1)).live_at,
      to: version.superseded_at ?? undefined,
    }),
    version,
    content_hash,
    agreement: await compareHashes(trx, { object, version, content_hash, stored }, checkpoints),
    dials,
    examples: await runExamples(trx, address, version.entries, dials),
    impact: impact.map(view.showMeasured),
    practice: await readOutcome(trx, { address, number, view, at }),
    difference,
    rounds,
    stops: await listStopsBetween(
      trx,
      head.id,
      new Date((previous ?? version).live_at),
      version.superseded_at === null ? null : new Date(version.superseded_at),
    ),
    audit_cut,
    audit,
  };
}

/** The rules that rounds were submitted under, as sentences. */
async function describeRules(
  trx: Trx,
  stored: readonly StoredRound[],
): Promise<(authority: StoredRound['authority']) => string[] | null> {
  const rules = stored.flatMap(({ authority }) => authority?.rules ?? []);
  const names = await readNames(trx, rules);
  return (authority) => authority && authority.rules.map((rule) => describeBody(rule, names));
}

/** Changes of the appetite in this time, with whoever proposed and confirmed those that raised it. */
async function readAppetites(
  trx: Trx,
  { type, id }: EventObject,
  time: Readonly<{ from: string | undefined; to: string | undefined }>,
): Promise<Evidence['appetite_changes']> {
  const filter = { object_type: type, object_id: id, actions: ['bucket_appetite_changed'], ...time };
  const changes = (await listRecords(trx, filter)).map(({ at, actor_id, name, detail }) => ({
    at: at.toISOString(),
    by: actor_id === null ? null : { id: actor_id, name: name ?? '' },
    ...(detail as DetailOf<'bucket_appetite_changed'>),
  }));
  const names = await findPersonNames(
    trx,
    changes.flatMap(({ proposed_by }) => proposed_by ?? []),
  );
  return changes.map(({ at, by, was, became, proposed_by: proposer }) => ({
    at,
    by,
    was,
    became,
    proposed_by: proposer === undefined ? null : { id: proposer, name: names.get(proposer) ?? '' },
  }));
}

/** Checks the current examples of the bucket against this version. */
async function runExamples(
  trx: Trx,
  address: BucketAddress,
  entries: BucketEntries,
  dials: Evidence['dials'],
): Promise<Evidence['examples']> {
  const { items } = await readExamples(trx, address);
  const dataOf = new Map(dials.map(({ dial_id, data }) => [dial_id, data]));
  const rated = entries.flatMap((entry) => {
    const dial = dataOf.get(entry.dial_id);
    return dial === undefined ? [] : [{ ...entry, dial }];
  });
  return checkExamples(rated, items).map(({ example: { name, saved_at, saved_by }, ok, values }) => ({
    name,
    saved_at,
    saved_by,
    ok,
    values,
  }));
}

type Collected = Pick<Evidence, 'version' | 'content_hash'> &
  Readonly<{ object: EventObject; stored: readonly StoredRound[] }>;

/** An activation is recorded once. More indicate tampering, and need not all be read. */
const MAX_ACTIVATIONS = 10;

/** Whether content, activation record, review and signed checkpoint agree. */
async function compareHashes(
  trx: Trx,
  { object, version, content_hash, stored }: Collected,
  checkpoints: Pick<Checkpoints, 'compare'>,
): Promise<Evidence['agreement']> {
  const recorded = { object, action: 'bucket_activated', having: { number: version.number } };
  const { records } = await recordsOf(trx, recorded, MAX_ACTIVATIONS);
  const activations = records.map((record) => ({
    record,
    hash: (record.detail as DetailOf<'bucket_activated'>).content_hash,
  }));
  const [activation] = activations;
  const { state, checkpoint } =
    activation === undefined
      ? { state: 'none' as const, checkpoint: null }
      : await checkpoints.compare(trx, activation.record.seq);
  const agreement = describeAgreement({
    number: version.number,
    content: content_hash,
    isEmpty: version.entries.length === 0,
    activated: activations.map(({ hash }) => hash),
    approved: stored
      .filter(({ outcome }) => outcome === 'approved')
      .map((round) => ({ hash: round.content_hash, content: hashOf(version.entries, round) })),
    isRecordUnchanged: activations.every(({ record }) => isUnchanged(record, object)),
    checkpoint: state,
  });
  return { ...agreement, checkpoint };
}

/** Every version that is or was live, with its recomputed hash and the hashes its reviews approved. */
export async function* everLiveVersions(trx: Trx) {
  for await (const page of everLivePages(trx)) {
    const ids = page.map(({ id }) => id);
    const approved = await findApproved(trx, ids);
    for (const { id, hashFor, ...version } of page)
      yield {
        ...version,
        approved: (approved.get(id) ?? []).map((round) => ({ hash: round.content_hash, content: hashFor(round) })),
      };
  }
}
