import { z } from 'zod';
import { isDay } from '#domain/day/day.ts';
import { DIMENSION_KEYS, type DimensionKey } from '#domain/dimension/registry.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { authorityProposalSchema } from './authority.ts';
import { moment, personRef } from './dial.ts';
import { type Described, route } from './route.ts';
import { withOwnRules } from './rules.ts';
import { oneLine } from './text.ts';

const dimensionKey = z.enum(DIMENSION_KEYS as readonly [DimensionKey, ...DimensionKey[]]);
const day = z.string().refine(isDay, 'Please give a day as YYYY-MM-DD');
/** Both days are inclusive. */
export const periodInput = withOwnRules(
  z.strictObject({ from: day, until: day }),
  ({ from, until }) => (from <= until ? [] : [{ path: 'until', message: 'The last day must not be before the first' }]),
  { from: '', until: '' },
);
export const portfolioName = oneLine()
  .min(1, 'Required')
  .max(PORTFOLIO_LIMITS.name, `A name can have ${PORTFOLIO_LIMITS.name} characters at most`);

/** Facts about the portfolio in use, visible to everyone. */
const facts = {
  id: z.uuid(),
  name: z.string(),
  risks: z.int(),
  period: z.object({ from: z.string(), until: z.string() }),
  /** SHA-256 of its content. */
  hash: z.string(),
  loaded_at: moment,
  classes: z.array(z.object({ cob: z.string(), risks: z.int() })),
  /** Columns that are only used for grouping. */
  kept: z.array(z.string()),
  has_premium: z.boolean(),
  /** The rows of its file, those left out, and the unreadable values of those loaded; null if it was generated. */
  file: z
    .object({
      rows: z.int(),
      left_out: z.int(),
      values_missing: z.int(),
      /** US dollars for one, by column. */
      rates: z.array(z.object({ column: z.string(), currency: z.string(), usd: z.number() })),
    })
    .nullable(),
};
const portfolioFacts = z.object(facts).meta({ id: 'PortfolioFacts' });
export type PortfolioFacts = Described<typeof portfolioFacts>;

const portfolio = z
  .object({
    ...facts,
    /** Disk use in the database. */
    bytes: z.int(),
    /** Null for the demo portfolio. */
    loaded_by: personRef.nullable(),
    is_used: z.boolean(),
    revision: z.string(),
    /** In registry order: the risks it applies to (`of`), and those without a value. */
    dimensions: z.array(z.object({ key: dimensionKey, of: z.int(), missing: z.int(), has_column: z.boolean() })),
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = Described<typeof portfolio>;

/** Percent of the demo portfolio that is generated; null if none is being generated. */
const preparing = z.int().min(0).max(100).nullable();

const listed = z.object({
  items: z.array(portfolio),
  max_file_bytes: z.int(),
  preparing,
  /** A rule of authority counts the risks of the portfolio: another one is proposed (`POST /api/authority/proposals`). */
  needs_second: z.boolean(),
  /** The portfolio that waits for a second person. */
  proposal: authorityProposalSchema.nullable(),
});
const one = z.object({ portfolioId: z.uuid() });

export const portfolioRoutes = {
  getUsedPortfolio: route('GET /api/portfolio', {
    summary: 'The portfolio in use; null if none',
    access: 'bucket:view',
    answer: z.object({ portfolio: portfolioFacts.nullable(), preparing }),
  }),
  listPortfolios: route('GET /api/admin/portfolios', {
    summary: 'All portfolios, newest first',
    access: 'admin:view',
    answer: listed,
  }),
  setUsedPortfolio: route('POST /api/admin/portfolios/:portfolioId/use', {
    summary: 'Use this portfolio for Impact; reviews keep theirs. Refused while a rule counts its risks',
    access: 'admin:edit',
    changes: true,
    params: one,
    answer: listed,
    problems: ['not-found', 'conflict'],
  }),
  renamePortfolio: route('PUT /api/admin/portfolios/:portfolioId', {
    summary: 'Rename a portfolio',
    access: 'admin:edit',
    changes: true,
    params: one,
    body: z.strictObject({ name: portfolioName }),
    answer: listed,
    problems: ['not-found', 'conflict'],
  }),
  deletePortfolio: route('DELETE /api/admin/portfolios/:portfolioId', {
    summary: 'Delete a portfolio; refused where a review was measured against it',
    access: 'admin:delete',
    changes: true,
    params: one,
    answer: listed,
    problems: ['not-found', 'conflict'],
  }),
} as const;
