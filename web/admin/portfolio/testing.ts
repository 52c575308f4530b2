import type { Portfolio, PortfolioColumn, PortfolioLoad } from '#contract/portfolio.ts';
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
    names: 0,
    unknown_names: 0,
    unknown: [],
    empties: [],
    read_as: [],
    ...found,
  },
  is_nested: false,
  date_order: null,
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
  wrong_rows: 0,
  columns: [makeColumn('reference', 'reference'), makeColumn('cob', 'cob', { names: 49 })],
  errors: [],
  period: { from: '2026-01-01', until: '2026-06-30' },
  keep_as: null,
  portfolio_id: null,
  ...more,
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
  };
  const listed = () => ({ items: state.items, max_file_bytes: state.max });
  const fake = fakeAdmin(undefined, {
    listPortfolios: async () => listed(),
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
      const columns = state.load.columns.map((column, index) => ({
        ...column,
        target: body.columns?.find((change) => change.column === index)?.target ?? column.target,
      }));
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
