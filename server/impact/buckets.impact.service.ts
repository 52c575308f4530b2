import type { BucketImpact } from '#contract/impact-count.ts';
import type { EditsImpact, impactRoutes, MeasuredPortfolio, VersionImpact } from '#contract/impact.ts';
import { Problem } from '#contract/problem.ts';
import type { Checked } from '#contract/route.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { applyEdits, type BucketEdit, listPins } from '#domain/bucket/rollout.ts';
import { updateList } from '#domain/bucket/update.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { savedIn } from '#server/bucket/bucket.change.ts';
import { getBuckets } from '#server/bucket/bucket.open.ts';
import { listListsToUpdate } from '#server/bucket/bucket.version.service.ts';
import type { Db } from '#server/db/connect.ts';
import { findPinnedData, type Pin } from '#server/dial/dial.pin.service.ts';
import { dataOf } from '#server/dial/dial.present.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { ImpactView } from './impact.view.ts';
import { type PortfolioSource, withoutPortfolio } from './impact.service.ts';
import type { Measuring } from './measuring.ts';
import { rateEntries } from './rated.ts';

/** The limit of buckets measured in one request; the response reports if there are more. */
export const MAX_BUCKETS = 300;

type Options = Readonly<{
  db: Db;
  now: () => Date;
  portfolios: PortfolioSource;
  measuring: Pick<Measuring, 'ask'>;
  viewOf: (actor: Actor) => ImpactView;
}>;
type EditsInput = Checked<typeof impactRoutes.measureEdits>['body'];
type ListChange = BucketAddress & Readonly<{ before: BucketEntries; after: BucketEntries; day?: string | undefined }>;
type MeasureRequest = Readonly<{
  portfolio: MeasuredPortfolio;
  day: string;
  dataOf: (pin: Pin) => DialData | undefined;
  view: ImpactView;
  personId: string;
  /** Aborted once nobody waits for the result. */
  signal: AbortSignal;
}>;

/** The effect of one change on several buckets. */
export function bucketsImpactService({ db, now, portfolios, measuring, viewOf }: Options) {
  /**
   * Measures one bucket at a time, so that editors wait for one bucket at most, and stops when the caller disconnects.
   */
  async function countEach(lists: readonly ListChange[], request: MeasureRequest): Promise<BucketImpact[]> {
    const { portfolio, day, view, personId, signal } = request;
    const rate = (entries: BucketEntries) => JSON.stringify(rateEntries(entries, request.dataOf).rated);
    const filesOf = new Map<string, readonly string[]>();
    const counted: BucketImpact[] = [];
    for (const { partner, cob, before, after, day: own = day } of lists) {
      if (signal.aborted) throw new Problem('unavailable', 'Nobody waits for this any more.');
      const files = filesOf.get(cob) ?? (await portfolios.files(portfolio.id, cob));
      filesOf.set(cob, files);
      const count =
        files.length === 0
          ? NOTHING
          : await measuring.ask(
              { wants: 'count', files, day: own, before: rate(before), after: rate(after) },
              personId,
              signal,
            );
      counted.push({ partner, cob, ...(files.length === 0 ? count : view.showChanges(count)) });
    }
    return counted;
  }

  return {
    /** The effect of another version of a dial on each bucket that pins an older one. */
    async measureVersion(
      actor: Actor,
      { dialId, version }: Readonly<{ dialId: string; version: number }>,
      signal: AbortSignal,
    ): Promise<VersionImpact> {
      const data = await dataOf(db, dialId, version);
      const portfolio = await portfolios.used();
      if (portfolio === undefined) return withoutPortfolio(portfolios);
      const found = await listListsToUpdate(db, { dialId, version, limit: MAX_BUCKETS + 1 });
      const lists = found.slice(0, MAX_BUCKETS).map(({ partner, cob, entries }) => ({
        partner,
        cob,
        before: entries,
        after: updateList(entries, dialId, { version, own: data.values }),
      }));
      const pinnedData = await findPinnedData(
        db,
        lists.flatMap(({ before }) => before),
      );
      const day = dayOf(now());
      const counted = await countEach(lists, {
        portfolio,
        day,
        // The version itself may be a draft, which no bucket can pin.
        dataOf: (pin) => (pin.dial_id === dialId && pin.version === version ? data : pinnedData(pin)),
        view: viewOf(actor),
        personId: actor.id,
        signal,
      });
      const pinnedVersion = (entries: BucketEntries = []) =>
        entries.find(({ dial_id }) => dial_id === dialId)?.version ?? 0;
      const buckets = counted.map((one, index) => ({ ...one, version: pinnedVersion(lists[index]?.before) }));
      return { state: 'measured', portfolio, day, buckets, more: found.length > MAX_BUCKETS };
    },

    /** The effect of unsaved edits on each of their buckets. */
    async measureEdits(
      actor: Actor,
      { buckets: sent, against }: EditsInput,
      signal: AbortSignal,
    ): Promise<EditsImpact> {
      const portfolio = await portfolios.used();
      if (portfolio === undefined) return withoutPortfolio(portfolios);
      const found = await getBuckets(db, sent);
      const open = sent.flatMap(({ partner, cob, edits, day }) => {
        const bucket = found.find(({ address }) => address.partner === partner && address.cob === cob);
        return bucket === undefined
          ? []
          : [{ partner, cob, edits, day, live: bucket.live.entries, saved: savedIn(bucket) }];
      });
      const pinnedData = await findPinnedData(
        db,
        open.flatMap(({ live, saved, edits }) => [...live, ...saved, ...listPins(edits)]),
      );
      const isKnown = (edit: BucketEdit) => !('version' in edit) || pinnedData(edit) !== undefined;
      const today = dayOf(now());
      const lists = open.flatMap(({ partner, cob, edits, live, saved, day = today }) => {
        if (!edits.every(isKnown)) return [];
        const edited = applyEdits(saved, edits, (pin) => pinnedData(pin)?.values);
        const before = against === 'live' ? live : saved;
        return 'refusal' in edited ? [] : [{ partner, cob, before, after: edited.entries, day }];
      });
      const request = { portfolio, day: today, dataOf: pinnedData, view: viewOf(actor), personId: actor.id, signal };
      const counted = await countEach(lists, request);
      const buckets = counted.map((one, index) => ({ ...one, day: lists[index]?.day ?? today }));
      return { state: 'measured', portfolio, day: today, buckets };
    },
  };
}

const NONE = { risks: 0, premium: null };
const NOTHING = { all: NONE, changed: NONE, values: [], gaps: [] };
