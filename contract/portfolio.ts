import { z } from 'zod';
import { isDay } from '#domain/day/day.ts';
import { DIMENSION_KEYS, type DimensionKey } from '#domain/dimension/registry.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { DATE_ORDERS } from '#domain/portfolio/mapping/date.ts';
import { type Target, TARGETS } from '#domain/portfolio/mapping/target.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { moment, personRef } from './dial.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';

const dimensionKey = z.enum(DIMENSION_KEYS as readonly [DimensionKey, ...DimensionKey[]]);
const target = z.enum(TARGETS as readonly [Target, ...Target[]]).meta({ id: 'PortfolioTarget' });
const day = z.string().refine(isDay, 'Please give a day as YYYY-MM-DD');
/** First and last day. */
const period = z.strictObject({ from: day, until: day }).refine(({ from, until }) => from <= until, {
  message: 'The last day must not be before the first',
  path: ['until'],
});
const portfolioName = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(PORTFOLIO_LIMITS.name, `A name can have ${PORTFOLIO_LIMITS.name} characters at most`);

/** What everyone may know of the portfolio that drafts are measured against. */
const facts = {
  id: z.uuid(),
  name: z.string(),
  risks: z.int(),
  period: z.object({ from: z.string(), until: z.string() }),
  /** SHA-256 of what it holds. */
  hash: z.string(),
  loaded_at: moment,
  /** The classes it has risks of, by slug. */
  classes: z.array(z.object({ cob: z.string(), risks: z.int() })),
  /** Columns that are only grouped by. */
  kept: z.array(z.string()),
  has_premium: z.boolean(),
};
const portfolioFacts = z.object(facts).meta({ id: 'PortfolioFacts' });
export type PortfolioFacts = Described<typeof portfolioFacts>;

const portfolio = z
  .object({
    ...facts,
    /** What it takes on the disk of the database. */
    bytes: z.int(),
    /** Nobody: the product itself. */
    loaded_by: personRef.nullable(),
    is_used: z.boolean(),
    revision: z.string(),
    /** Every dimension, in the order of the registry: of how many risks it is asked, and how many have no value. */
    dimensions: z.array(z.object({ key: dimensionKey, of: z.int(), missing: z.int(), has_column: z.boolean() })),
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = Described<typeof portfolio>;

export const LOAD_PHASES = [
  /** The file is on its way. */
  'receiving',
  /** Columns and rows are looked for. */
  'reading',
  /** `problem` says what has to be chosen before the rows can be checked. */
  'mapping',
  'checking',
  'checked',
  /** It was asked to be kept, and is being written. */
  'keeping',
  'kept',
  /** `problem` says why; nothing was kept. */
  'failed',
] as const;

const column = z
  .object({
    name: z.string(),
    /** The first values that differ. */
    first: z.array(z.string()),
    target,
    /** What was found so far; null where the column is not used, and before it is checked. */
    found: z
      .object({
        filled: z.int(),
        empty: z.int(),
        wrong: z.int(),
        /** Of a column of names: how many different ones there are, and of which nothing is called so. */
        names: z.int(),
        unknown_names: z.int(),
        unknown: z.array(z.object({ text: z.string(), rows: z.int() })),
        /** What counts as empty besides an empty cell: “n/a”. */
        empties: z.array(z.string()),
        /** What was taken for what, where there are few: P for Primary. */
        read_as: z.array(z.object({ text: z.string(), as: z.string() })),
      })
      .nullable(),
    /** Its values have parts of their own, so that it cannot be read. */
    is_nested: z.boolean(),
    /** Of the column of dates: how they are written. */
    date_order: z.enum(DATE_ORDERS).nullable(),
  })
  .meta({ id: 'PortfolioColumn' });
export type PortfolioColumn = Described<typeof column>;

const rowError = z
  .object({
    /** As a spreadsheet numbers it. */
    row: z.int(),
    /** Empty where it is the row as a whole. */
    column: z.string(),
    text: z.string(),
    message: z.string(),
  })
  .meta({ id: 'PortfolioRowError' });
export type PortfolioRowError = Described<typeof rowError>;

/** What happens to rows with errors: they are left out, or nothing is loaded. */
export const ROW_CHOICES = ['leave_out', 'all_or_nothing'] as const;
export type RowChoice = (typeof ROW_CHOICES)[number];

const load = z
  .object({
    id: z.uuid(),
    phase: z.enum(LOAD_PHASES),
    /** Why it cannot go on, in a sentence. */
    problem: z.string().nullable(),
    file: z.object({
      name: z.string(),
      bytes: z.int(),
      received: z.int(),
      kind: z.enum(['csv', 'parquet']).nullable(),
    }),
    /** Rows of the file, without its header; null until they are counted. */
    rows: z.int().nullable(),
    /** How far reading, checking or keeping has come, from 0 to 1. */
    progress: z.number(),
    /** Rows that were checked so far, and those of them with errors. */
    checked_rows: z.int(),
    wrong_rows: z.int(),
    columns: z.array(column),
    /** The first of them, by row. */
    errors: z.array(rowError),
    /** The first and last date of the risks, so far as they were checked. */
    period: z.object({ from: z.string(), until: z.string() }).nullable(),
    /** It is kept under this name as soon as it is checked. */
    keep_as: z.string().nullable(),
    /** Once it is kept. */
    portfolio_id: z.uuid().nullable(),
  })
  .meta({ id: 'PortfolioLoad' });
export type PortfolioLoad = Described<typeof load>;

/** Rows with errors that are kept to be shown; all are counted. */
export const MAX_ROW_ERRORS = 1000;
/** How many of them come with the state of a load. */
export const MAX_SHOWN_ERRORS = 50;

const listed = z.object({
  items: z.array(portfolio),
  /** How large a file may be. */
  max_file_bytes: z.int(),
});
const one = z.object({ portfolioId: z.uuid() });
const oneLoad = z.object({ loadId: z.uuid() });

export const portfolioRoutes = {
  getUsedPortfolio: route('GET /api/portfolio', {
    summary: 'The portfolio that drafts are measured against; null where there is none',
    access: 'bucket:view',
    answer: z.object({ portfolio: portfolioFacts.nullable() }),
  }),
  listPortfolios: route('GET /api/admin/portfolios', {
    summary: 'The portfolios that are kept, newest first',
    access: 'admin:view',
    answer: listed,
  }),
  setUsedPortfolio: route('POST /api/admin/portfolios/:portfolioId/use', {
    summary: 'Measure drafts against this portfolio from now on; reviews keep what they were measured against',
    access: 'admin:edit',
    changes: true,
    params: one,
    answer: listed,
    problems: ['not-found'],
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
  startPortfolioLoad: route('POST /api/admin/portfolio-loads', {
    summary: 'Begin to load a file of risks, CSV or Parquet, which is then sent in parts',
    access: 'admin:create',
    body: z.strictObject({ name: z.string().min(1).max(255), bytes: z.int().min(0) }),
    answer: load,
    problems: ['conflict', 'too-large', 'too-many-requests'],
  }),
  sendPortfolioPart: route('PUT /api/admin/portfolio-loads/:loadId/bytes', {
    summary: 'The next part of the file; after the last one it is read',
    access: 'admin:create',
    params: oneLoad,
    query: z.object({ at: z.coerce.number().int().min(0) }),
    takesBytes: true,
    maxBodyBytes: MAX_PART_BYTES,
    bodySeconds: 120,
    answer: load,
    problems: ['not-found', 'conflict', 'too-large'],
  }),
  getPortfolioLoad: route('GET /api/admin/portfolio-loads/:loadId', {
    summary: 'How far a load has come. One that nobody asks about for 150 seconds is cancelled',
    access: 'admin:create',
    params: oneLoad,
    answer: load,
    problems: ['not-found'],
  }),
  changePortfolioLoad: route('PATCH /api/admin/portfolio-loads/:loadId', {
    summary: 'Say what columns are, or what unknown names mean; the rows are then checked again',
    access: 'admin:create',
    params: oneLoad,
    body: z.strictObject({
      columns: z
        .array(z.strictObject({ column: z.int().min(0), target }))
        .max(500)
        .default([]),
      matches: z
        .array(
          z.strictObject({
            column: z.int().min(0),
            text: z.string().min(1).max(PORTFOLIO_LIMITS.matchedName),
            code: z.string().min(1).max(120),
          }),
        )
        .max(500)
        .default([]),
    }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: load,
    problems: ['not-found', 'conflict'],
  }),
  keepPortfolioLoad: route('POST /api/admin/portfolio-loads/:loadId/keep', {
    summary: 'Keep it as a portfolio as soon as every row is checked',
    access: 'admin:create',
    params: oneLoad,
    body: z.strictObject({
      name: portfolioName,
      /** Without one: from the first to the last date of the risks. */
      period: period.nullable().default(null),
      rows: z.enum(ROW_CHOICES),
    }),
    answer: load,
    problems: ['not-found', 'conflict'],
  }),
  cancelPortfolioLoad: route('DELETE /api/admin/portfolio-loads/:loadId', {
    summary: 'Give a load up; nothing of it is kept',
    access: 'admin:create',
    params: oneLoad,
    answer: z.object({ cancelled: z.literal(true) }),
    problems: ['not-found'],
  }),
  listPortfolioLoadErrors: route('GET /api/admin/portfolio-loads/:loadId/errors', {
    summary: 'The rows with errors, the first 1,000 by row, to be downloaded as CSV',
    access: 'admin:create',
    params: oneLoad,
    answer: z.object({ items: z.array(rowError), wrong_rows: z.int() }),
    problems: ['not-found'],
  }),
} as const;
