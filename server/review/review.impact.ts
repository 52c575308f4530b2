import type { Answer } from '#contract/route.ts';
import type { Capacity } from '#contract/capacity.ts';
import type { impactRoutes } from '#contract/impact.ts';
import { Problem } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type BucketAddress, bucketEvent, bucketId } from '#domain/event/event.ts';
import { goLiveDay, takesVotes } from '#domain/review/schedule.ts';
import type { Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { getBucket, openBucket, type OpenBucket } from '#server/bucket/bucket.open.ts';
import { hashOf, readEntriesOf } from '#server/bucket/bucket.version.service.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import type { ImpactService } from '#server/impact/impact.service.ts';
import {
  hashInput,
  hasImpactOf,
  limitsIn,
  storeImpact,
  listImpacts,
  presentStored,
  type StoredImpact,
} from '#server/impact/impact.stored.ts';
import { dependsOnShares, findUnsignable } from './review.authority.ts';
import { listUnmeasured } from './review.queue.store.ts';
import { findDraftRounds, type StoredRound } from './review.store.ts';

type Options = Readonly<{
  kit: ChangeKit;
  impact: ImpactService;
  /** Resolves when the demo portfolio is no longer being generated. */
  prepared: () => Promise<void> | undefined;
  onError: (error: unknown) => void;
  /** How long a submit waits for the impact; it is stored later if that is not enough. */
  waitMs?: number;
}>;
type ReviewImpact = Answer<typeof impactRoutes.readReviewImpact>;
type Reviewed = Readonly<{ open: OpenBucket; round: StoredRound; entries: BucketEntries }>;

const SUBMIT_WAITS_MS = 2000;
/** The server that took the submission may still be measuring before that. */
const MISSING_AFTER_MS = 30_000;
const MAX_MEASURED_PER_RUN = 100;
const VIEW_REVIEW = { scope: 'review', action: 'view' } as const satisfies Requirement;

export type ReviewImpactService = ReturnType<typeof reviewImpactService>;

/** The impact of drafts in review on the portfolio: measured at submit and stored with the round. */
export function reviewImpactService({ kit, impact, prepared, onError, waitMs = SUBMIT_WAITS_MS }: Options) {
  const { db, now } = kit;
  /** Rounds this server is measuring. */
  const underWay = new Map<string, Promise<void>>();
  /** Buckets that were submitted here and wait for their turn. */
  const planned = new Set<string>();

  async function find(address: BucketAddress): Promise<Readonly<{ open: OpenBucket; reviewed: Reviewed | undefined }>> {
    const open = await getBucket(db, address);
    const { entries, id } = open.draft ?? open.live;
    const { current: round } = await findDraftRounds(db, id);
    return { open, reviewed: round && { open, round, entries } };
  }

  /** The day it goes live, or today if that has come. */
  const dayFor = (round: StoredRound): string => {
    const [day, today] = [goLiveDay(round), impact.today()];
    return day !== null && day > today ? day : today;
  };

  /** Compares with the live version, which is what a pending draft is based on. */
  async function measureNow({ open, entries, round }: Reviewed, personId: string, day = dayFor(round)) {
    await prepared();
    const lists = { before: open.live.entries, after: entries, against: open.live.number };
    const result = await impact.measureLists(open.address, lists, day, personId);
    const [hash, capacity] = result.state === 'measured' ? [result.portfolio.hash, result.capacity] : ['', null];
    return { result, inputHash: inputOf({ open, entries }, hash, day, limitsIn(capacity)) };
  }
  type MeasuredNow = Awaited<ReturnType<typeof measureNow>>;

  const inputOf = (
    { open, entries }: Pick<Reviewed, 'open' | 'entries'>,
    portfolio: string,
    day: string,
    limits: readonly Limit[],
  ): string => {
    const [before, after] = [hashOf(open.live.entries), hashOf(entries)];
    return hashInput({ before, after, portfolio, day, engine: impact.engine, limits });
  };

  /** At submit it belongs to the submission, which has its own record. */
  async function storeAtSubmit({ round }: Reviewed, measured: MeasuredNow): Promise<void> {
    const keeping = { roundId: round.id, by: round.submitted_by, at: now(), atSubmit: true, engine: impact.engine };
    await storeImpact(db, measured, keeping, true);
  }

  /**
   * Later it is an action of its own, recorded, and only while the review is open: of someone who may see the review, or
   * of the server (null), which measures for the submitter.
   */
  const storeLater = (reviewed: Reviewed, measured: MeasuredNow, actor: Actor | null): Promise<void> =>
    runChange(kit, {
      actor,
      needs: VIEW_REVIEW,
      work: async ({ trx, now: clock }) => {
        const { round, open } = reviewed;
        const { draft } = await openBucket(trx, open.address);
        const current = draft && (await findDraftRounds(trx, draft.id)).current;
        if (current?.id !== round.id || current.outcome !== null) throw hasEnded();
        const at = clock();
        const keeping = {
          roundId: round.id,
          by: actor?.id ?? round.submitted_by,
          at,
          atSubmit: false,
          engine: impact.engine,
        };
        const isStored = await storeImpact(trx, measured, keeping, actor === null);
        const { result, inputHash } = measured;
        const portfolio = result.state === 'no-portfolio' ? null : result.portfolio.name;
        const detail = { round: round.number, portfolio, input_hash: inputHash };
        const events = isStored ? [bucketEvent('bucket_impact_measured', open.address, detail)] : [];
        return { events, at, answer: undefined };
      },
    });

  /** What was measured may ask for somebody who cannot sign. */
  async function reportUnsignable({ open, round }: Reviewed): Promise<void> {
    if (!dependsOnShares(round)) return;
    await runChange(kit, {
      actor: null,
      work: async ({ trx, now: clock }) => {
        const { draft } = await openBucket(trx, open.address);
        const current = draft && (await findDraftRounds(trx, draft.id)).current;
        const at = clock();
        const isOpen = current?.id === round.id && takesVotes(current);
        const events = isOpen ? await findUnsignable({ trx, at }, [current], 'shares') : [];
        return { events, at, answer: undefined };
      },
    });
  }

  function measureFirst(reviewed: Reviewed, { atSubmit }: Readonly<{ atSubmit: boolean }>): Promise<void> {
    const { id: roundId, submitted_by } = reviewed.round;
    const running =
      underWay.get(roundId) ??
      measureNow(reviewed, submitted_by)
        .then((measured) => (atSubmit ? storeAtSubmit(reviewed, measured) : storeLater(reviewed, measured, null)))
        .then(() => reportUnsignable(reviewed))
        .finally(() => underWay.delete(roundId));
    underWay.set(roundId, running);
    return running;
  }

  /** Whether the lists are still those that were measured. */
  async function isUnchanged(stored: StoredImpact, { open, entries }: Reviewed): Promise<boolean | null> {
    const { measured, input_hash, engine } = stored;
    if (measured === null || measured.against === null || measured.day === null) return null;
    const { portfolio, against, day } = measured;
    const before = against === open.live.number ? open.live.entries : await readEntriesOf(db, open.head.id, against);
    if (before === undefined) return null;
    const lists = { before: hashOf(before), after: hashOf(entries) };
    const limits = limitsIn(measured.capacity);
    return input_hash === hashInput({ ...lists, portfolio: portfolio.hash, day, engine, limits });
  }

  async function hasNewLimits(address: BucketAddress, capacity: Capacity | null): Promise<boolean> {
    const { limits } = await impact.limitsOf(address);
    return canonicalJson(limits) !== canonicalJson(limitsIn(capacity));
  }

  /** One bucket after the other: a set of any size takes one place of its submitter in the queue. */
  async function measureEach(addresses: readonly BucketAddress[]): Promise<void> {
    const names = addresses.map(bucketId);
    for (const name of names) planned.add(name);
    for (const [index, address] of addresses.entries())
      await find(address)
        .then(({ reviewed }) => reviewed && measureFirst(reviewed, { atSubmit: true }))
        .catch(onError)
        .finally(() => planned.delete(names[index] ?? ''));
  }

  return {
    viewOf: impact.viewOf,

    /** Call after a submit; a failure here never undoes the submit. */
    async afterSubmit(addresses: readonly BucketAddress[]): Promise<void> {
      const measured = measureEach(addresses);
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)));
      await Promise.race([measured, enough]);
      clearTimeout(timer);
    },

    /** Measures rounds whose server stopped before it did, or whose portfolio engine was unavailable. */
    async measureMissing(signal: AbortSignal): Promise<void> {
      const before = new Date(now().getTime() - MISSING_AFTER_MS);
      for (const address of await listUnmeasured(db, before, MAX_MEASURED_PER_RUN)) {
        if (signal.aborted) return;
        if (planned.has(bucketId(address))) continue;
        const { reviewed } = await find(address);
        if (reviewed) await measureFirst(reviewed, { atSubmit: false }).catch(onError);
      }
    },

    async read(actor: Actor, address: BucketAddress): Promise<ReviewImpact> {
      const { open, reviewed } = await find(address);
      const nothing = { stored: [], unchanged: null, has_new_limits: false, live: open.live.number ?? 0 };
      if (reviewed === undefined) return { ...nothing, missing: 'no-round' };
      const rows = await listImpacts(db, [reviewed.round.id]);
      const [first] = rows;
      if (first === undefined)
        return { ...nothing, missing: reviewed.round.outcome === null ? 'on-its-way' : 'no-portfolio' };
      const stored = rows.flatMap((row) => presentStored(row) ?? []);
      const last = rows.findLast(({ measured }) => measured !== null);
      return {
        stored: stored.map(impact.viewOf(actor).showMeasured),
        missing: last === undefined ? first.missing : null,
        unchanged: last === undefined ? null : await isUnchanged(last, reviewed),
        has_new_limits: last?.measured != null && (await hasNewLimits(address, last.measured.capacity)),
        live: open.live.number ?? 0,
      };
    },

    /** Adds a result, never replaces one; skips inputs that were measured before. */
    async measureAgain(actor: Actor, address: BucketAddress): Promise<{ stored: true }> {
      const { reviewed } = await find(address);
      if (reviewed === undefined || reviewed.round.outcome !== null) throw hasEnded();
      const day = dayFor(reviewed.round);
      const used = await impact.usedPortfolio();
      const { limits } = await impact.limitsOf(address);
      if (used && (await hasImpactOf(db, reviewed.round.id, inputOf(reviewed, used.hash, day, limits))))
        return { stored: true };
      const measured = await measureNow(reviewed, actor.id, day);
      const { result } = measured;
      if (result.state === 'no-portfolio')
        throw new Problem('conflict', 'There is no portfolio yet. An administrator can load one.');
      if (result.state === 'none-of-class')
        throw new Problem('conflict', `There are no risks of this class in ${result.portfolio.name}.`);
      await storeLater(reviewed, measured, actor);
      return { stored: true };
    },
  };
}

const hasEnded = () => new Problem('conflict', 'This review has ended. What was measured for it stays as it is.');
