import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { PortfolioCause, PortfolioLoad } from '#contract/portfolio-load.ts';
import { grouped } from '#domain/dimension/format.ts';
import { createChance } from '#domain/portfolio/generate/chance.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { startPortfolioApp, portfolioLoader, risksOf } from '#server/testing/portfolios.ts';

const server = startPortfolioApp();
const { open, settled, keep, change } = portfolioLoader(server);

const ROWS = isLong ? 20_000 : 1000;
/** US dollars for one. */
const RATES = { GBP: 1.27, EUR: 1.0842 };
const CLASSES = ['cargo', 'd-and-o-ww'];
/** The value is wrong whatever is done about it. */
const UNREADABLE = Symbol('unreadable');

const { below, percent } = createChance(28);
const pick = <T>(...some: readonly T[]): T => some[below(some.length)] as T;
type Cell = readonly [text: string, value: unknown];
const blank: Cell = ['', undefined];
/** In cents, so that no rounding is involved. */
const dollarsOf = (cents: number, rate = 1) => Math.round((cents * Math.round(rate * 10_000)) / 10_000) / 100;
const european = (text: string) => text.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

/** Each column: a text, and the value that it stands for. */
const COLUMNS: Readonly<Record<string, () => Cell>> = {
  Class: () =>
    pick<Cell>(['Cargo', 'cargo'], ['CARGO ', 'cargo'], ['D&O WW', 'd-and-o-ww'], ['d and o ww', 'd-and-o-ww']),
  'New / Renewal': () =>
    pick<Cell>(
      ['NB', 'new_business'],
      ['RNL', 'renewal'],
      ['rnl', 'renewal'],
      ['MTA', 'mid_term_adjustment'],
      ['New Business', 'new_business'],
      ['Renewal', 'renewal'],
      blank,
    ),
  'Insured Domicile': () =>
    pick<Cell>(
      ['UK', ['GB']],
      ['U.K.', ['GB']],
      ['Great Britain', ['GB']],
      ['USA', ['US']],
      ['united  states', ['US']],
      ['US; gb', ['US', 'GB']],
      ['FR', ['FR']],
      ['n/a', undefined],
      blank,
    ),
  'Producing Broker': () =>
    percent(0.4)
      ? [pick('Nobody Ltd', 'Someone', 'Lighthouse W/S'), UNREADABLE]
      : pick<Cell>(
          ['Holdfast', ['holdfast']],
          ['HOLD-FAST', ['holdfast']],
          ['Jetty and Co.', ['jetty-and-co']],
          ['keystone re', ['keystone-re']],
          ['Anchor Risk | Millrace', ['anchor-risk', 'millrace']],
          ['-', undefined],
        ),
  'Annual Revenue': () => {
    const cents = (below(9_000_000) + 1_000_000) * 100 + pick(0, 25, 50);
    const text = `${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
    return pick<Cell>(
      [`$${text}`, cents / 100],
      [`USD ${text}`, cents / 100],
      [text, cents / 100],
      [`£${text}`, dollarsOf(cents, RATES.GBP)],
      [`${text} GBP`, dollarsOf(cents, RATES.GBP)],
      [`€ ${text}`, dollarsOf(cents, RATES.EUR)],
      ['12.5m', 12_500_000],
      ['$1.2bn', 1_200_000_000],
      percent(3) ? ['n/k', undefined] : blank,
    );
  },
  'Attach. Pt': () => {
    const whole = below(900) * pick(1, 1000, 1_000_000) + 100;
    return pick<Cell>(
      [european(grouped(whole)), whole],
      [`${european(grouped(whole))},50`, whole + 0.5],
      [`${whole}`, whole],
      ['tbc', undefined],
    );
  },
  'GWP £': () => {
    const pounds = below(2_000_000);
    const cell: Cell = [`${grouped(pounds)}.00`, Math.round(dollarsOf(pounds * 100, RATES.GBP))];
    return pick<Cell>(cell, cell, [`${pounds}`, cell[1]], blank);
  },
  employees: () => {
    const count = below(9000) + 1;
    return pick<Cell>(
      [grouped(count), count],
      [String(count), count],
      [`${count}k`, count * 1000],
      ['NULL', undefined],
    );
  },
  'Nominated line': () => {
    const share = below(100) + 1;
    return pick<Cell>([`${share}%`, share], [String(share / 100), share], [`${share} %`, share], ['0', 0], blank);
  },
  'Size change': () => {
    const change = below(80) + 2;
    return pick<Cell>([`(${change}.5%)`, -change - 0.5], [`-${change}`, -change], [`+${change}%`, change], blank);
  },
  'Z score': () => {
    const score = (below(2_000_000) - 300_000) / 333_333;
    return pick<Cell>([String(score), score], ['0.30000000000000004', 0.30000000000000004], ['-', undefined]);
  },
  Inception: () => {
    const [day, month] = [below(28) + 1, below(12) + 1];
    const [dd, mm] = [day, month].map((part) => String(part).padStart(2, '0'));
    const iso = `2026-${mm}-${dd}`;
    if (percent(0.2)) return [pick('45688', 'soon', ''), UNREADABLE];
    // Days up to 12 leave the order open; no date of this column shows it.
    const early = `2026-${mm}-0${(day % 9) + 1}`;
    return pick<Cell>(
      [iso, iso],
      [`${iso} 10:30`, iso],
      [iso.replaceAll('-', ''), iso],
      [`${day} ${['Jan', 'Feb', 'Mar'][month % 3]} 26`, `2026-0${(month % 3) + 1}-${dd}`],
      [`0${(day % 9) + 1}/${mm}/26`, early],
      ['2025-12-31T23:30:00-05:00', '2026-01-01'],
    );
  },
  Layer: () => pick<Cell>(['P', 'primary'], ['XS', 'excess'], ['Primary', 'primary'], ['xol', 'excess'], blank),
  'Listed status': () =>
    percent(0.3)
      ? ['P', UNREADABLE]
      : pick<Cell>(['Public', ['listed']], ['private', ['private']], ['L', ['listed']], blank),
  'First year': () => pick<Cell>(['Y', true], ['no', false], ['0', false], ['TRUE', true], ['?', undefined]),
  'Days since IPO': () =>
    percent(0.3) ? ['6m', UNREADABLE] : pick<Cell>(['365 days', 365], ['90', 90], ['1,200.0', 1200]),
};
const DIMENSIONS: Readonly<Record<string, string>> = {
  'Insured Domicile': 'domicile_countries',
  'Producing Broker': 'brokers',
  'Annual Revenue': 'revenue_ranges',
  'Attach. Pt': 'attachment_point_ranges',
  employees: 'company_size_ranges',
  'Nominated line': 'nominated_syndicate_line_ranges',
  'Size change': 'company_size_change_ranges',
  'Z score': 'company_bankruptcy_index_ranges',
  Layer: 'is_primary',
  'Listed status': 'company_listed_statuses',
  'First year': 'company_first_year_issuance',
  'Days since IPO': 'company_days_since_ipo_ranges',
};
const NAMES = Object.keys(COLUMNS);

type Truth = Readonly<{ reference: string; values: ReadonlyMap<string, unknown> }>;

function makeFile() {
  const quote = (text: string) => (/[,"]/.test(text) || percent(5) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = ['Submissions of 2026', '', ['UMR / Ref No.', ...NAMES].map(quote).join(',')];
  const truths: Truth[] = [];
  for (let at = 0; at < ROWS; at += 1) {
    const cells = NAMES.map((name) => [name, (COLUMNS[name] as () => Cell)()] as const);
    const reference = `B0713-${at}`;
    truths.push({ reference, values: new Map(cells.map(([name, [, value]]) => [name, value])) });
    lines.push([reference, ...cells.map(([, [text]]) => quote(text))].join(','));
    if (percent(0.5)) lines.push(pick('', ','.repeat(NAMES.length)));
  }
  return { truths, text: lines.map((line) => line + pick('\n', '\r\n')).join('') };
}

/** The risk as it truly is; what cannot be read is not known. Undefined for a row that cannot be loaded. */
function trueRisk({ reference, values }: Truth): PortfolioRisk | undefined {
  const known = (name: string) => (values.get(name) === UNREADABLE ? undefined : values.get(name));
  if (known('Inception') === undefined) return undefined;
  const dimensions = Object.entries(DIMENSIONS).flatMap(([name, key]) =>
    known(name) === undefined ? [] : [[key, known(name)]],
  );
  return {
    reference,
    cob: known('Class'),
    risk: {
      date: known('Inception'),
      journey: known('New / Renewal') ?? null,
      dimensions: Object.fromEntries(dimensions) as object,
    },
    premium: known('GWP £') ?? null,
    kept: {},
  } as PortfolioRisk;
}

async function readRisks(portfolioId: string): Promise<ReadonlyMap<string, PortfolioRisk>> {
  const risks = await Promise.all(CLASSES.map((cob) => risksOf(server, portfolioId, cob)));
  return new Map(risks.flat().map((risk) => [risk.reference, risk]));
}

const valuesOf = (one?: PortfolioRisk): Record<string, unknown> =>
  one === undefined
    ? {}
    : { ...one.risk.dimensions, date: one.risk.date, journey: one.risk.journey, cob: one.cob, premium: one.premium };

/** What a person says who takes every suggestion and knows where the file comes from. */
function answerOf({ columns }: PortfolioLoad, { column, kind, text }: PortfolioCause): object | undefined {
  const own = { column, question: kind };
  if (kind === 'dates') return { ...own, answer: 'day first' };
  if (kind === 'percent') return { ...own, answer: 'fraction' };
  if (kind === 'decimal') return { ...own, answer: '.' };
  if (kind !== 'currency') return undefined;
  const currency = text === '' ? (columns[column ?? 0]?.name === 'GWP £' ? 'GBP' : 'USD') : text;
  const usd = currency === 'USD' ? 1 : RATES[currency as keyof typeof RATES];
  return { ...own, mark: text, answer: { currency, usd } };
}

test(`a file of ${grouped(ROWS)} awkward rows loads at least 98% after the suggested fixes, and nothing is read wrongly`, async () => {
  const { truths, text } = makeFile();
  const truthOf = new Map(truths.map((truth) => [truth.reference, trueRisk(truth)]));

  // Before any answer: what is read is true, the rest is missing.
  const first = await open('awkward.csv', text);
  expect(first).toMatchObject({ phase: 'checked', rows: ROWS, fixed_rows: 0 });
  const unfixed = await readRisks((await keep(first.id, 'Unfixed', 'value_missing')).portfolio_id ?? '');
  const misread = [...unfixed.values()].filter((one) => {
    const [known, truth] = [valuesOf(one), valuesOf(truthOf.get(one.reference))];
    return Object.entries(known).some(([key, value]) => value !== null && !isDeepStrictEqual(value, truth[key]));
  });
  expect(misread).toEqual([]);

  const load = await open('awkward.csv', text);
  const matches = load.causes.flatMap(({ column, kind, text: name, suggestion }) =>
    kind !== 'name' || suggestion === null ? [] : [{ column, text: name, code: suggestion }],
  );
  const answers = load.causes.flatMap((cause) => answerOf(load, cause) ?? []);
  const others = [{ column: 5, text: 'n/k', code: '' }];
  const fixed = await settled(await change(load.id, { matches: [...matches, ...others], answers }));
  expect(fixed.checked_rows - fixed.wrong_rows).toBeGreaterThanOrEqual(0.98 * ROWS);
  const wrong = truths.filter(({ values }) => [...values.values()].includes(UNREADABLE));
  expect(fixed.wrong_rows).toBe(wrong.length);

  const risks = await readRisks((await keep(fixed.id, 'Fixed', 'value_missing')).portfolio_id ?? '');
  const expected = [...truthOf].filter(([, truth]) => truth !== undefined);
  expect(risks.size).toBe(expected.length);
  const different = expected.filter(([reference, truth]) => !isDeepStrictEqual(risks.get(reference), truth));
  expect(different.map(([reference, truth]) => [risks.get(reference), truth])).toEqual([]);
});
