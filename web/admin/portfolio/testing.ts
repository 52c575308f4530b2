import type { AuthorityProposal } from '#contract/authority.ts';
import type { ImportedLimits } from '#contract/capacity.ts';
import type { PortfolioColumn, PortfolioLoad, PortfolioCause } from '#contract/portfolio-load.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import { AT, fakeAdmin, OTHER } from '#web/admin/testing.tsx';
import type { Api } from '#web/testing/page.tsx';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const LOAD_ID = uuid(99);

export const makePortfolio = (number: number, more: Partial<Portfolio> = {}): Portfolio => ({
  id: uuid(number),
  name: `Risks of ${2026 - number}`,
  risks: 200_000,
  period: { from: `${2026 - number}-01-01`, until: `${2026 - number}-12-31` },
  hash: 'abcd'.repeat(16),
  loaded_at: AT,
  loaded_by: OTHER,
  classes: [
    { cob: 'cargo', risks: 1588 },
    { cob: 'cyber-privacy-and-tech', risks: 198_412 },
  ],
  kept: ['office'],
  has_premium: true,
  file: null,
  bytes: 23_240_000,
  is_used: number === 1,
  revision: `r${number}`,
  dimensions: DIMENSION_KEYS.map((key) => ({
    key,
    of: key === 'cyber_sectors' ? 0 : 200_000,
    missing: key === 'brokers' ? 120_000 : 0,
    has_column: true,
  })),
  ...more,
});

type Found = NonNullable<PortfolioColumn['found']>;

export const makeColumn = (
  name: string,
  target: Target,
  found: Partial<Found> | null = {},
  more: Partial<PortfolioColumn> = {},
): PortfolioColumn => ({
  name,
  first: ['one', 'two'],
  target,
  found: found && {
    filled: 1000,
    empty: 0,
    wrong: 0,
    empties: [],
    read_as: [],
    ...found,
  },
  is_nested: false,
  is_asked: false,
  ...more,
});

export const makeCause = (
  column: number | null,
  kind: PortfolioCause['kind'],
  text: string,
  more: Partial<PortfolioCause> = {},
): PortfolioCause => ({
  column,
  kind,
  text,
  example: text,
  message: 'Not like this',
  rows: 1,
  suggestion: null,
  fix: null,
  rate: null,
  is_remembered: false,
  ...more,
});

export const makeLoad = (more: Partial<PortfolioLoad> = {}): PortfolioLoad => ({
  id: LOAD_ID,
  phase: 'checked',
  problem: null,
  file: { name: 'risks.csv', bytes: 6, received: 6, kind: 'csv' },
  rows: 1000,
  progress: 1,
  checked_rows: 1000,
  fixed_rows: 0,
  wrong_rows: 0,
  lost_rows: 0,
  wrong_values: 0,
  columns: [makeColumn('reference', 'reference'), makeColumn('cob', 'cob')],
  causes: [],
  cause_count: 0,
  period: { from: '2026-01-01', until: '2026-06-30' },
  keep_as: null,
  portfolio_id: null,
  ...more,
});

export const makeLimits = (items: readonly Limit[] = []): ImportedLimits => ({
  items,
  file: items.length === 0 ? null : 'limits.csv',
  imported_at: items.length === 0 ? null : AT,
  imported_by: items.length === 0 ? null : OTHER,
  revision: String(items.length),
});

/**
 * A fake server with portfolios that follows the contract. `load` is its state of the file; parts are accepted in any
 * number.
 */
export function fakePortfolios(first: readonly Portfolio[] = [], answers: Partial<Api> = {}) {
  const state = {
    items: [...first],
    load: makeLoad(),
    started: 0,
    parts: [] as [at: number, bytes: number][],
    max: 1e9,
    preparing: null as number | null,
    limits: makeLimits(),
    needs_second: false,
    proposal: null as AuthorityProposal | null,
  };
  const listed = () => ({
    items: state.items,
    max_file_bytes: state.max,
    preparing: state.preparing,
    needs_second: state.needs_second,
    proposal: state.proposal,
  });
  const fake = fakeAdmin(undefined, {
    listPortfolios: async () => listed(),
    listLimits: async () => state.limits,
    importLimits: async ({ body }, options) => {
      fake.record('importLimits', body, options?.ifMatch);
      state.limits = makeLimits(body.limits);
      return state.limits;
    },
    getReferenceData: async () => {
      throw new Error('no lists');
    },
    startPortfolioLoad: async ({ body }) => {
      fake.record('startPortfolioLoad', body);
      return receiving(body.bytes, 0);
    },
    sendPortfolioPart: async ({ query: { at }, bytes }) => {
      const size = bytes instanceof Blob ? bytes.size : bytes.length;
      const end = Number(at) + size;
      state.parts.push([Number(at), size]);
      state.started = end;
      return end < total ? receiving(total, end) : state.load;
    },
    getPortfolioLoad: async () => (state.started < total ? receiving(total, state.started) : state.load),
    changePortfolioLoad: async ({ body }) => {
      fake.record('changePortfolioLoad', body);
      const columns = state.load.columns.map((column, index) => {
        const change = body.columns?.find((one) => one.column === index);
        return change === undefined ? column : { ...column, target: change.target, is_asked: false };
      });
      state.load = { ...state.load, columns };
      return state.load;
    },
    keepPortfolioLoad: async ({ body }) => {
      fake.record('keepPortfolioLoad', body);
      if (state.load.phase === 'checked') {
        state.load = { ...state.load, phase: 'kept', portfolio_id: uuid(7) };
        state.items = [makePortfolio(7, { name: body.name, is_used: false }), ...state.items];
      } else state.load = { ...state.load, keep_as: body.name };
      return state.load;
    },
    cancelPortfolioLoad: async ({ params }) => {
      fake.record('cancelPortfolioLoad', params);
      return { cancelled: true as const };
    },
    ...answers,
  });
  let total = 0;
  const receiving = (bytes: number, received: number): PortfolioLoad => {
    total = bytes;
    const file = { name: 'risks.csv', bytes, received, kind: null };
    return makeLoad({
      phase: 'receiving',
      file,
      rows: null,
      progress: received / bytes,
      checked_rows: 0,
      columns: [],
      period: null,
    });
  };
  return { ...fake, state, listed };
}

export const CAUSES = [
  makeCause(1, 'name', 'Ships', { rows: 12 }),
  makeCause(1, 'name', 'Boats', { rows: 3 }),
  makeCause(2, 'name', 'RNL', { rows: 90, suggestion: 'renewal' }),
  makeCause(2, 'name', 'NB', { rows: 40, suggestion: 'new_business' }),
  makeCause(2, 'name', 'MTA', { rows: 8, fix: 'mid_term_adjustment', is_remembered: true }),
  makeCause(3, 'currency', 'GBP', { rows: 70, example: '£1,200,000' }),
  makeCause(3, 'decimal', '', { rows: 5, example: '1.500' }),
  makeCause(3, 'value', 'on request', { rows: 6, message: 'Not a number. Write 12.5m or 12500000' }),
  makeCause(4, 'dates', '', { rows: 30, example: '03/04/26' }),
  makeCause(0, 'repeat', '', { rows: 2, example: 'R1', message: 'An earlier row has the same reference' }),
];
/** The columns of a file, and why its rows cannot be read. */
export const COLUMNS = [
  makeColumn('reference', 'reference', { wrong: 2 }),
  makeColumn('cob', 'cob', { wrong: 15 }),
  makeColumn('new_renewal', 'journey', { filled: 862, wrong: 130 }),
  makeColumn('revenue', 'revenue_ranges', { filled: 919, wrong: 81 }),
  makeColumn('inception', 'date', { filled: 970, wrong: 30 }),
  makeColumn('altman_z', 'company_bankruptcy_index_ranges', { filled: 880, empty: 120, empties: ['n/a'] }),
  makeColumn('layer', 'is_primary', { read_as: [{ text: 'XS', as: 'Excess' }] }),
  makeColumn('notes', 'unused', null),
  makeColumn('parties', 'unused', null, { first: [], is_nested: true }),
];
export const WRONG = { wrong_rows: 300, lost_rows: 47, wrong_values: 260, fixed_rows: 8 };
