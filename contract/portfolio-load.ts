import { z } from 'zod';
import { CURRENCIES } from '#domain/dimension/kind/currency.ts';
import { DECIMAL_MARKS } from '#domain/dimension/kind/cell.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { CAUSE_KINDS, FILE_KINDS, LOAD_PHASES, ROW_CHOICES } from '#domain/portfolio/load.ts';
import { DATE_ORDERS } from '#domain/portfolio/mapping/date.ts';
import { type Target, TARGETS } from '#domain/portfolio/mapping/target.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { periodInput, portfolioName } from './portfolio.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';

const target = z.enum(TARGETS as readonly [Target, ...Target[]]).meta({ id: 'PortfolioTarget' });

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
        /** Texts that count as empty: “n/a”. */
        empties: z.array(z.string()),
        /** Interpretations, if few: P for Primary. */
        read_as: z.array(z.object({ text: z.string(), as: z.string() })),
      })
      .nullable(),
    /** Nested values, which cannot be read. */
    is_nested: z.boolean(),
    /** Other columns have its name: the load waits until someone has sent a target for it. */
    is_asked: z.boolean(),
  })
  .meta({ id: 'PortfolioColumn' });
export type PortfolioColumn = Described<typeof column>;

const cause = z
  .object({
    /** Null for whole rows. */
    column: z.int().nullable(),
    kind: z.enum(CAUSE_KINDS),
    /** The name, value or currency; empty for a question about the column. */
    text: z.string(),
    /** The first cell. */
    example: z.string(),
    message: z.string(),
    rows: z.int(),
    /** The code that a name most likely means, or the likely decimal mark. */
    suggestion: z.string().nullable(),
    /** The code, answer or currency that settles it; an empty code is no value. Null while it is open. */
    fix: z.string().nullable(),
    /** US dollars for one. */
    rate: z.number().nullable(),
    /** Fixed as in an earlier file. */
    is_remembered: z.boolean(),
  })
  .meta({ id: 'PortfolioCause' });
export type PortfolioCause = Described<typeof cause>;

/** Null takes it back. */
const answer = z
  .discriminatedUnion('question', [
    z.strictObject({
      question: z.literal('decimal'),
      column: z.int().min(0),
      answer: z.enum(DECIMAL_MARKS).nullable(),
    }),
    z.strictObject({
      question: z.literal('percent'),
      column: z.int().min(0),
      answer: z.enum(['percent', 'fraction']).nullable(),
    }),
    z.strictObject({
      question: z.literal('dates'),
      column: z.int().min(0),
      answer: z.enum(DATE_ORDERS).nullable(),
    }),
    z.strictObject({
      question: z.literal('currency'),
      column: z.int().min(0),
      /** As in the file; empty for amounts without a currency. */
      mark: z.enum(['', ...CURRENCIES]),
      answer: z.strictObject({ currency: z.enum(CURRENCIES), usd: z.number().positive().max(1_000_000) }).nullable(),
    }),
  ])
  .meta({ id: 'PortfolioAnswer' });

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
    /** Rows that load because of a fix. */
    fixed_rows: z.int(),
    /** Rows with an error; of these, the rows that cannot be loaded at all, and the unreadable values of the others. */
    wrong_rows: z.int(),
    lost_rows: z.int(),
    wrong_values: z.int(),
    columns: z.array(column),
    /** The most frequent causes, and the number of all. */
    causes: z.array(cause),
    cause_count: z.int(),
    /** The first and last date of the checked risks. */
    period: z.object({ from: z.string(), until: z.string() }).nullable(),
    /** Saved under this name once checked. */
    keep_as: z.string().nullable(),
    /** Once saved. */
    portfolio_id: z.uuid().nullable(),
  })
  .meta({ id: 'PortfolioLoad' });
export type PortfolioLoad = Described<typeof load>;

const oneLoad = z.object({ loadId: z.uuid() });

/** A file on its way to a portfolio. */
export const portfolioLoadRoutes = {
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
    summary: 'Map columns, names and values, and say how columns are read; the rows are then checked again',
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
            /** Empty: no value. Null takes the match back. */
            code: z.string().max(120).nullable(),
          }),
        )
        .max(500)
        .default([]),
      answers: z.array(answer).max(500).default([]),
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
      period: periodInput.nullable().default(null),
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
    summary: 'All errors, to be corrected at the source',
    access: 'admin:create',
    params: oneLoad,
    mediaType: 'text/csv',
    answer: z.string(),
    problems: ['not-found'],
  }),
} as const;
