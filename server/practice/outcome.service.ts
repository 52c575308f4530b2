import type { BucketOutcome, Outcome } from '#contract/outcome.ts';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent } from '#domain/event/event.ts';
import type { Share } from '#domain/impact/impact.ts';
import {
  BEFORE_DAYS,
  type Comparison,
  type Expectation,
  findBand,
  findDrift,
  judgeOutcome,
  MIN_COMPARED,
  sumComparison,
} from '#domain/practice/expected.ts';
import { compareValues } from '#domain/practice/value-outcome.ts';
import { describeReporting } from '#domain/practice/practice.ts';
import type { Actor } from '#domain/user/person.ts';
import { noSuchBucket } from '#server/bucket/bucket.open.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { EXACT_VIEW, type ImpactView } from '#server/impact/impact.view.ts';
import * as store from './outcome.store.ts';
import { presentReporting } from './practice.service.ts';
import { listReportingEngines } from './practice.store.ts';

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
/** Engines compare for so long, and may report late. */
const WATCHED_MS = (BEFORE_DAYS + 7) * DAY_MS;

type ShownComparison = Pick<Outcome, 'expected' | 'compared' | 'differs' | 'verdict' | 'band'>;

/** The verdict is of the exact figures. The band would tell rounded ones apart, so it belongs to exact figures only. */
export function presentComparison(
  expected: Expectation | null,
  { compared, differs }: Comparison,
  view: ImpactView,
): ShownComparison {
  const verdict = judgeOutcome(expected, { compared, differs });
  if (expected === null) return { expected, compared, differs, verdict, band: null };
  const shareOf = (risks: number): Share => ({ risks, premium: null });
  const shown = view.showChanges({
    all: shareOf(expected.all),
    changed: shareOf(expected.changed),
    values: [],
    gaps: [],
  });
  return {
    expected: { changed: shown.changed.few ? null : shown.changed.risks, all: shown.all.risks },
    compared,
    differs,
    verdict,
    band: view === EXACT_VIEW && compared > 0 ? findBand(expected, compared) : null,
  };
}

type OutcomeRequest = Readonly<{ address: BucketAddress; number: number | undefined; view: ImpactView; at: Date }>;

export async function readOutcome(trx: Db, { address, number, view, at }: OutcomeRequest): Promise<BucketOutcome> {
  const outcome = await findOutcome(trx, address, number, view);
  if (outcome === undefined) throw number === undefined ? noSuchBucket() : noSuchVersion();
  const engines = await listReportingEngines(trx, at, address.partner);
  return { reporting: presentReporting(describeReporting(engines, at)), outcome };
}

/** Undefined if there is no such version. */
async function findOutcome(
  trx: Db,
  address: BucketAddress,
  number: number | undefined,
  view: ImpactView,
): Promise<Outcome | undefined> {
  const version = await store.findVersion(trx, address, number);
  if (version === undefined) return undefined;
  const since = await store.readCountedVersion(trx, version.bucket_id, version.number);
  if (since === undefined) return undefined;
  const before = await store.readCountedVersion(trx, version.bucket_id, version.number - 1, {
    from: dayOf(new Date(version.live_at.getTime() - BEFORE_DAYS * DAY_MS)),
    until: dayOf(version.live_at),
  });
  const impact = await store.findImpact(trx, version.id);
  const expected = impact === undefined ? null : { changed: impact.changed.risks, all: impact.all.risks };
  const shown = impact && view.showMeasured({ impact, capacity: null, largest: [] }).impact;
  return {
    version: version.number,
    live_at: version.live_at.toISOString(),
    superseded_at: version.superseded_at?.toISOString() ?? null,
    ...presentComparison(expected, sumComparison(since.days), view),
    values: compareValues({ before: before ?? null, expected: shown ?? null, since }).map(
      ({ value, results, others }) => ({ value, results: [...results], others }),
    ),
  };
}

type Options = Readonly<{ kit: ChangeKit; viewOf: (actor: Actor) => ImpactView }>;

/** What reviews expected of versions, and what engines decided with them. */
export function outcomeService({ kit, viewOf }: Options) {
  const { db, now } = kit;
  return {
    read: (actor: Actor, address: BucketAddress, number?: number): Promise<BucketOutcome> =>
      snapshot(db, (trx) => readOutcome(trx, { address, number, view: viewOf(actor), at: now() })),

    /** Notifies authors and approvers of versions that do other than expected, once per version. */
    notifyDrifts: (): Promise<void> =>
      runChange(kit, {
        actor: null,
        work: async ({ trx, now: clock }) => {
          const at = clock();
          const versions = await store.listUnnotified(trx, new Date(at.getTime() - WATCHED_MS), MIN_COMPARED);
          const ids = versions.map(({ id }) => id);
          const figures = new Map((await store.listOutcomes(trx, ids)).map((one) => [one.id, one]));
          const drifts = versions.flatMap((version) => {
            const { expected, compared, differs } = figures.get(version.id) ?? {};
            if (!expected || compared === undefined || differs === undefined) return [];
            const direction = findDrift(expected, { compared, differs });
            return direction === undefined ? [] : [{ ...version, compared, differs, direction }];
          });
          const taken = await store.insertDrifts(
            trx,
            drifts.map(({ id }) => id),
            at,
          );
          const events = drifts
            .filter(({ id }) => taken.has(id))
            .map(({ partner, cob, number, people, compared, differs, direction }) =>
              bucketEvent('bucket_outcome_drifted', { partner, cob }, { number, direction, compared, differs, people }),
            );
          return { events, at, answer: undefined };
        },
      }),
  };
}

const noSuchVersion = () => new Problem('not-found', 'This bucket has no version with that number.');
