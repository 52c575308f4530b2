import { z } from 'zod';
import type { Capacity } from '#contract/capacity.ts';
import type { MeasuredPortfolio, MeasuredRisk, Measurement, NoPortfolio } from '#contract/impact.ts';
import type { Page } from '#contract/page.ts';
import { Problem } from '#contract/problem.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { addExposures, countriesOf } from '#domain/capacity/capacity.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { allows, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { getBucket } from '#server/bucket/bucket.open.ts';
import type { CapacityService } from '#server/capacity/capacity.service.ts';
import type { Db } from '#server/db/connect.ts';
import { findPinnedData } from '#server/dial/dial.pin.service.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { cursorInteger, type Paged, readCursor, writeCursor } from '#server/http/cursor.ts';
import { COARSE_VIEW, EXACT_VIEW, type ImpactView } from './impact.view.ts';
import type { Comparison } from './job.ts';
import type { Measuring } from './measuring.ts';
import { rateEntries } from './rated.ts';

/** The portfolio access that measuring needs. */
export type PortfolioSource = Readonly<{
  /** The portfolio in use. */
  used: () => Promise<MeasuredPortfolio | undefined>;
  /** The chunk files of one class, in order; empty if the portfolio lacks that class. */
  files: (portfolioId: string, cob: string) => Promise<readonly string[]>;
  /** Percent of the demo portfolio, while it is being generated. */
  preparing: () => number | undefined;
}>;

type Options = Readonly<{
  db: Db;
  now: () => Date;
  portfolios: PortfolioSource;
  measuring: Measuring;
  capacity: Pick<CapacityService, 'limitsOf'>;
  /** The permission to see single risks, in addition to seeing buckets. */
  singleRisks: Requirement;
}>;

type MeasureRequest = Readonly<{ entries: BucketEntries; against: 'live' | 'draft'; day: string }>;
/** Two lists of dials, and the version number of `before`; null for the saved draft. */
export type Lists = Readonly<{ before: BucketEntries; after: BucketEntries; against: number | null }>;
type Prepared =
  | NoPortfolio
  | Readonly<{ state: 'none-of-class'; portfolio: MeasuredPortfolio }>
  | Readonly<{ state: 'ready'; portfolio: MeasuredPortfolio; job: Comparison }>;

/** The answer where there is nothing to measure against. */
export const withoutPortfolio = ({ preparing }: Pick<PortfolioSource, 'preparing'>): NoPortfolio => {
  const percent = preparing();
  return { state: 'no-portfolio', ...(percent !== undefined && { preparing: percent }) };
};

const positionSchema = z.object({ row: cursorInteger });

export type ImpactService = ReturnType<typeof impactService>;

/** The effect of lists of dials on the risks of the portfolio in use. */
export function impactService({ db, now, portfolios, measuring, capacity, singleRisks }: Options) {
  const maySeeRisks = (actor: Actor): boolean => allows(actor.permissions, singleRisks);
  const viewOf = (actor: Actor): ImpactView => (maySeeRisks(actor) ? EXACT_VIEW : COARSE_VIEW);

  async function prepare(cob: string, lists: Lists, day: string | null): Promise<Prepared> {
    const portfolio = await portfolios.used();
    if (portfolio === undefined) return withoutPortfolio(portfolios);
    const files = await portfolios.files(portfolio.id, cob);
    if (files.length === 0) return { state: 'none-of-class', portfolio };
    const rated = await rateLists(db, lists);
    return { state: 'ready', portfolio, job: { files, day, ...rated } };
  }

  async function measureLists(
    address: BucketAddress,
    lists: Lists,
    day: string | null,
    personId?: string,
    signal?: AbortSignal,
  ): Promise<Measurement> {
    const { against } = lists;
    const prepared = await prepare(address.cob, lists, day);
    if (prepared.state !== 'ready') return prepared;
    const { portfolio, job } = prepared;
    // What is imported holds the live rules: a saved draft is no base for it.
    const imported = against === null ? null : await capacity.limitsOf(address);
    const countries = countriesOf(imported?.limits ?? []);
    const { exposures, ...answer } = await measuring.ask({ ...job, countries, wants: 'impact' }, personId, signal);
    const added: Capacity | null = imported && {
      is_imported: imported.isImported,
      limits: addExposures(imported.limits, exposures),
    };
    return { state: 'measured', portfolio, against, day, ...answer, capacity: added };
  }

  async function listsOf(address: BucketAddress, { entries, against }: MeasureRequest): Promise<Lists> {
    const { live, draft } = await getBucket(db, address);
    if (against === 'draft' && draft !== undefined) return { before: draft.entries, after: entries, against: null };
    return { before: live.entries, after: entries, against: live.number };
  }

  const today = () => dayOf(now());
  const requestedDay = ({ day }: MeasureRequest): string | null => {
    if (day === 'own') return null;
    return day === 'today' ? today() : day;
  };

  return {
    today,
    usedPortfolio: portfolios.used,
    engine: measuring.engine,
    viewOf,
    measureLists,
    limitsOf: capacity.limitsOf,

    async measure(
      actor: Actor,
      address: BucketAddress,
      request: MeasureRequest,
      signal?: AbortSignal,
    ): Promise<Measurement> {
      const lists = await listsOf(address, request);
      const measured = await measureLists(address, lists, requestedDay(request), actor.id, signal);
      return measured.state === 'measured' ? viewOf(actor).showMeasured(measured) : measured;
    },

    async count(
      actor: Actor,
      address: BucketAddress,
      request: MeasureRequest & Readonly<{ figures: readonly Figure[] }>,
    ): Promise<{ risks: (number | null)[] | null }> {
      const prepared = await prepare(address.cob, await listsOf(address, request), requestedDay(request));
      if (prepared.state !== 'ready') return { risks: null };
      const risks = await measuring.ask({ ...prepared.job, wants: 'figures', figures: request.figures }, actor.id);
      return { risks: risks.map(viewOf(actor).showCount) };
    },

    async risks(
      actor: Actor,
      address: BucketAddress,
      request: MeasureRequest & Readonly<{ figure: Figure }>,
      { cursor, limit }: Paged,
    ): Promise<Page<MeasuredRisk> & { total: number }> {
      if (!maySeeRisks(actor))
        throw new Problem(
          'not-allowed',
          `Single risks are only shown to people with ${singleRisks.action} on ${singleRisks.scope}.`,
        );
      const position = readCursor(positionSchema, cursor);
      const prepared = await prepare(address.cob, await listsOf(address, request), requestedDay(request));
      if (prepared.state !== 'ready') return { items: [], next: null, total: 0 };
      const job = { ...prepared.job, wants: 'risks', figure: request.figure } as const;
      const rows = { after_row: position?.row ?? -1, limit: limit + 1 };
      const { items, total } = await measuring.ask({ ...job, ...rows }, actor.id);
      const page = items.slice(0, limit);
      const last = page.at(-1);
      return { items: page, next: items.length > limit && last ? writeCursor({ row: last.row }) : null, total };
    },
  };
}

/** Both lists with the data of their dials, as JSON for the measurer. */
async function rateLists(db: Db, { before, after }: Lists): Promise<Readonly<{ before: string; after: string }>> {
  const dataOf = await findPinnedData(db, [...before, ...after]);
  const [was, is] = [rateEntries(before, dataOf), rateEntries(after, dataOf)];
  const errors = [
    ...was.missing.map((index) => `before.${index}`),
    ...is.missing.map((index) => `entries.${index}`),
  ].map((path) => ({ path, message: 'There is no such version of this dial' }));
  if (errors.length > 0) throw new Problem('invalid-input', 'Some of these dials are not there.', { errors });
  return { before: JSON.stringify(was.rated), after: JSON.stringify(is.rated) };
}
