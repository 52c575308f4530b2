import { z } from 'zod';
import { isDay } from '#domain/day/day.ts';
import { DIMENSION_KEYS, type DimensionKey } from '#domain/dimension/registry.ts';
import { FILE_KINDS, LOAD_PHASES, ROW_CHOICES } from '#domain/portfolio/load.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { DATE_ORDERS } from '#domain/portfolio/mapping/date.ts';
import { type Target, TARGETS } from '#domain/portfolio/mapping/target.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { moment, personRef } from './dial.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';

const dimensionKey = z.enum(DIMENSION_KEYS as readonly [DimensionKey, ...DimensionKey[]]);
const target = z.enum(TARGETS as readonly [Target, ...Target[]]).meta({ id: 'PortfolioTarget' });
const day = z.string().refine(isDay, 'Please give a day as YYYY-MM-DD');
/** Both days are inclusive. */
const period = z.strictObject({ from: day, until: day }).refine(({ from, until }) => from <= until, {
  message: 'The last day must not be before the first',
  path: ['until'],
});
const portfolioName = z
  .string()
  .trim()
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

const column = z
  .object({
    name: z.string(),
    /** The first distinct values. */
    first: z.array(z.string()),
    target,
    /** Statistics so far; null if unused or not checked yet. */
    found: z
      .object({
        filled: z.int(),
        empty: z.int(),
        wrong: z.int(),
        /** For name columns: the number of distinct names, and those without a match. */
        names: z.int(),
        unknown_names: z.int(),
        unknown: z.array(z.object({ text: z.string(), rows: z.int() })),
        /** Texts that count as empty: “n/a”. */
        empties: z.array(z.string()),
        /** Interpretations, if few: P for Primary. */
        read_as: z.array(z.object({ text: z.string(), as: z.string() })),
      })
      .nullable(),
    /** Nested values, which cannot be read. */
    is_nested: z.boolean(),
    /** Of the date column. */
    date_order: z.enum(DATE_ORDERS).nullable(),
  })
  .meta({ id: 'PortfolioColumn' });
export type PortfolioColumn = Described<typeof column>;

const rowError = z
  .object({
    /** As a spreadsheet numbers it. */
    row: z.int(),
    /** Empty for errors of the whole row. */
    column: z.string(),
    text: z.string(),
    message: z.string(),
  })
  .meta({ id: 'PortfolioRowError' });
export type PortfolioRowError = Described<typeof rowError>;

const load = z
  .object({
    id: z.uuid(),
    phase: z.enum(LOAD_PHASES),
    /** Why it is blocked, as a sentence. */
    problem: z.string().nullable(),
    file: z.object({
      name: z.string(),
      bytes: z.int(),
      received: z.int(),
      kind: z.enum(FILE_KINDS).nullable(),
    }),
    /** Without the header; null until counted. */
    rows: z.int().nullable(),
    /** Of the current phase, from 0 to 1. */
    progress: z.number(),
    checked_rows: z.int(),
    wrong_rows: z.int(),
    columns: z.array(column),
    /** The first errors, by row. */
    errors: z.array(rowError),
    /** The first and last date of the checked risks. */
    period: z.object({ from: z.string(), until: z.string() }).nullable(),
    /** Saved under this name once checked. */
    keep_as: z.string().nullable(),
    /** Once saved. */
    portfolio_id: z.uuid().nullable(),
  })
  .meta({ id: 'PortfolioLoad' });
export type PortfolioLoad = Described<typeof load>;

/** Stored rows with errors; all are counted. */
export const MAX_ROW_ERRORS = 1000;
/** Errors included in the load state. */
export const MAX_SHOWN_ERRORS = 50;

const listed = z.object({
  items: z.array(portfolio),
  max_file_bytes: z.int(),
});
const one = z.object({ portfolioId: z.uuid() });
const oneLoad = z.object({ loadId: z.uuid() });

export const portfolioRoutes = {
  getUsedPortfolio: route('GET /api/portfolio', {
    summary: 'The portfolio in use; null if none',
    access: 'bucket:view',
    answer: z.object({ portfolio: portfolioFacts.nullable() }),
  }),
  listPortfolios: route('GET /api/admin/portfolios', {
    summary: 'All portfolios, newest first',
    access: 'admin:view',
    answer: listed,
  }),
  setUsedPortfolio: route('POST /api/admin/portfolios/:portfolioId/use', {
    summary: 'Use this portfolio for Impact; reviews keep theirs',
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
    summary: 'Start loading a file of risks, CSV or Parquet, to be uploaded in parts',
    access: 'admin:create',
    body: z.strictObject({ name: z.string().min(1).max(255), bytes: z.int().min(0) }),
    answer: load,
    problems: ['conflict', 'too-large', 'too-many-requests'],
  }),
  sendPortfolioPart: route('PUT /api/admin/portfolio-loads/:loadId/bytes', {
    summary: 'Upload the next part of the file',
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
    summary: 'The state of a load. Loads that are not polled for 150 seconds are cancelled',
    access: 'admin:create',
    params: oneLoad,
    answer: load,
    problems: ['not-found'],
  }),
  changePortfolioLoad: route('PATCH /api/admin/portfolio-loads/:loadId', {
    summary: 'Map columns and unknown names; the rows are then checked again',
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
    summary: 'Save it as a portfolio once every row is checked',
    access: 'admin:create',
    params: oneLoad,
    body: z.strictObject({
      name: portfolioName,
      /** Defaults to the first and last date of the risks. */
      period: period.nullable().default(null),
      rows: z.enum(ROW_CHOICES),
    }),
    answer: load,
    problems: ['not-found', 'conflict'],
  }),
  cancelPortfolioLoad: route('DELETE /api/admin/portfolio-loads/:loadId', {
    summary: 'Cancel a load and discard its data',
    access: 'admin:create',
    params: oneLoad,
    answer: z.object({ cancelled: z.literal(true) }),
    problems: ['not-found'],
  }),
  listPortfolioLoadErrors: route('GET /api/admin/portfolio-loads/:loadId/errors', {
    summary: 'The first 1,000 rows with errors, for a CSV download',
    access: 'admin:create',
    params: oneLoad,
    answer: z.object({ items: z.array(rowError), wrong_rows: z.int() }),
    problems: ['not-found'],
  }),
} as const;
