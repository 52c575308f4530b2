import { JOURNEYS } from '#domain/dial/dial.ts';
import { isForClass, type ReferenceList } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf, type RiskDimensions } from '#domain/dimension/registry.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { type Chance, choose, chooseSome, roundNumber, type Weighted, weigh } from './chance.ts';

/** The options of the reference lists that risks are made of; those without classes are for all. */
export type GeneratedFrom = Readonly<
  Partial<Record<ReferenceList, readonly Readonly<{ code: string; classes?: readonly string[] | undefined }>[]>>
>;

/** What belongs together in one company: everything else about it is made with these in mind. */
type Company = Readonly<{
  chance: Chance;
  /** Of its revenue, to the base ten: log-normal revenues with a median of about 60 million. */
  logRevenue: number;
  isPrimary: boolean;
  isListed: boolean;
  countries: readonly string[];
}>;

/** In so many of a hundred risks it is not known. */
const MISSING: Readonly<Partial<Record<DimensionKey, number>>> = {
  primary_dimension_ids: 60,
  nominated_syndicate_numbers: 45,
  nominated_syndicate_line_ranges: 45,
  company_bankruptcy_index_ranges: 12,
  company_size_change_ranges: 9,
  company_size_ranges: 6,
  lawyer_exposure_count_ranges: 8,
  pi_canada_domicile_province_ids: 40,
  bi_cover_waiting_period_ranges: 5,
};
const MISSING_ELSEWHERE = 2;

const COUNTRY_WEIGHTS: Readonly<Record<string, number>> = {
  US: 130,
  GB: 45,
  CA: 22,
  AU: 15,
  DE: 14,
  FR: 12,
  NL: 8,
  IE: 7,
  CH: 7,
  IT: 6,
  ES: 6,
  SE: 5,
  SG: 5,
  JP: 5,
};
const IN_US: Readonly<Record<string, number>> = { US: 900, CA: 60 };
const IS_IN_US = /(?:^|-)(?:us|na|gom)(?:-|$)/;

const weightsByPlace = <T>(all: readonly T[]): Weighted<T> => weigh(all, (_one, place) => 12 / (place + 3));
const table = <T>(rows: readonly (readonly [T, number])[]): Weighted<T> => {
  const all = rows.map(([one]) => one);
  return weigh(all, (_one, place) => rows[place]?.[1] ?? 0);
};
const journeys = weigh(
  JOURNEYS.map(({ value }) => value),
  (_one, place) => [38, 37, 8, 7, 6, 4][place] ?? 1,
);
const attachments = table([
  [1e6, 4],
  [2_500_000, 8],
  [5e6, 20],
  [10e6, 22],
  [15e6, 10],
  [20e6, 9],
  [25e6, 12],
  [40e6, 5],
  [50e6, 8],
  [75e6, 4],
  [100e6, 5],
  [150e6, 2],
  [200e6, 1],
]);
const lines = table([
  [2.5, 6],
  [5, 14],
  [7.5, 10],
  [10, 24],
  [12.5, 10],
  [15, 12],
  [20, 10],
  [25, 7],
  [30, 3],
  [50, 3],
  [100, 1],
]);
const waitingHours = table([
  [4, 4],
  [6, 7],
  [8, 30],
  [10, 8],
  [12, 32],
  [18, 5],
  [24, 12],
  [36, 2],
]);
/** How many a risk has of what it may have several of. */
const members = table([
  [1, 86],
  [2, 10],
  [3, 3],
  [6, 1],
]);

/** Days are told by their number, as months are not alike. */
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const YEAR = 2025;
const DAYS = 365;

export function createRiskMaker(from: GeneratedFrom, cob: string) {
  const offered = (list: ReferenceList): string[] =>
    (from[list] ?? [])
      .filter(({ classes = [] }) => classes.length === 0 || classes.includes(cob))
      .map(({ code }) => code);
  const countries = weigh(offered('countries'), (code) =>
    IS_IN_US.test(cob) ? (IN_US[code] ?? 1) : (COUNTRY_WEIGHTS[code] ?? 2),
  );
  const optionsOf = new Map(
    DIMENSION_KEYS.flatMap((key): [DimensionKey, Weighted<string>][] => {
      const dimension = dimensionOf(key);
      return dimension.kind === 'options' ? [[key, weightsByPlace(offered(dimension.list))]] : [];
    }),
  );
  const makers = DIMENSION_KEYS.filter((key) => isForClass(dimensionOf(key), cob)).map((key) => ({
    key,
    missing: MISSING[key] ?? MISSING_ELSEWHERE,
    make: OWN[key] ?? createMaker(key, optionsOf.get(key)),
  }));

  // Objects of one shape are made and read several times as quickly.
  const nothing: Partial<Record<DimensionKey, unknown>> = Object.fromEntries(makers.map(({ key }) => [key, undefined]));

  /** `row` is its place among all risks of the year, from the first of January on. */
  return (chance: Chance, row: number, risks: number): PortfolioRisk => {
    const day = Math.floor((row * DAYS) / risks);
    const some = chooseSome(chance, countries, choose(chance, members) ?? 1);
    const company: Company = {
      chance,
      logRevenue: 7.78 + 0.85 * chance.normal(),
      isPrimary: chance.percent(63),
      isListed: chance.percent(48),
      countries: some,
    };
    const dimensions = { ...nothing };
    for (const { key, missing, make } of makers) {
      const value = make(company);
      if (value !== undefined && !chance.percent(missing)) dimensions[key] = value;
    }
    return {
      reference: `R25-${String(row + 1).padStart(5, '0')}`,
      cob,
      risk: {
        date: dayOfYear(day),
        journey: chance.percent(1) ? null : (choose(chance, journeys) ?? null),
        dimensions: dimensions as RiskDimensions,
      },
      premium: chance.percent(1.5) ? null : roundNumber(1.1 + 0.45 * company.logRevenue + 0.25 * chance.normal()),
      kept: {
        'Year of account': String(day > 334 && chance.percent(60) ? YEAR + 1 : YEAR),
        ...(some[0] === undefined ? {} : { Region: regionOf(some[0]) }),
      },
    };
  };
}

type Maker = (company: Company) => unknown;

/** What a dimension is made of that has nothing to do with the others. */
function createMaker(key: DimensionKey, options: Weighted<string> | undefined): Maker {
  const dimension = dimensionOf(key);
  if (dimension.kind === 'one-of') {
    const answers = weightsByPlace(dimension.options.map(({ value }) => value));
    return ({ chance }) => choose(chance, answers);
  }
  if (options === undefined || options.all.length === 0)
    return ({ chance }) => (dimension.kind === 'yes-no' ? chance.percent(30) : undefined);
  if (key === 'brokers' || key === 'placing_bases') return ({ chance }) => chooseSome(chance, options, 1);
  return ({ chance }) => chooseSome(chance, options, choose(chance, members) ?? 1);
}

const between = (low: number, number: number, high: number): number => Math.min(Math.max(number, low), high);

/** What does not follow from a list alone. */
const OWN: Readonly<Partial<Record<DimensionKey, Maker>>> = {
  domicile_countries: ({ countries }) => (countries.length === 0 ? undefined : countries),
  is_primary: ({ isPrimary }) => (isPrimary ? 'primary' : 'excess'),
  attachment_point_ranges: ({ chance, isPrimary }) => (isPrimary ? 0 : choose(chance, attachments)),
  nominated_syndicate_line_ranges: ({ chance }) => choose(chance, lines),
  revenue_ranges: ({ logRevenue }) => roundNumber(between(4, logRevenue, 11.5)),
  company_size_ranges: ({ chance, logRevenue }) => roundNumber(between(0, logRevenue - 5.3 + 0.3 * chance.normal(), 6)),
  company_size_change_ranges: ({ chance }) => between(-100, Math.round(4 + 22 * chance.normal()), 200),
  company_bankruptcy_index_ranges: ({ chance }) => between(-5, Math.round(300 + 160 * chance.normal()) / 100, 10),
  company_days_since_ipo_ranges: ({ chance, isListed }) =>
    isListed ? roundNumber(1.5 + 2.6 * chance.next()) : undefined,
  company_first_year_issuance: ({ chance }) => chance.percent(18),
  company_listed_statuses: ({ chance, isListed }) => {
    if (isListed) return ['listed'];
    return [chance.percent(2) ? 'failed' : 'private'];
  },
  bi_cover_waiting_period_ranges: ({ chance }) => choose(chance, waitingHours),
  lawyer_exposure_count_ranges: ({ chance }) => (chance.percent(55) ? 0 : roundNumber(0.3 + 2.2 * chance.next())),
};

function dayOfYear(day: number): string {
  let [month, left] = [0, day];
  while (left >= (MONTH_DAYS[month] as number)) {
    left -= MONTH_DAYS[month] as number;
    month += 1;
  }
  return `${YEAR}-${String(month + 1).padStart(2, '0')}-${String(left + 1).padStart(2, '0')}`;
}

const REGIONS: Readonly<Record<string, string>> = {
  US: 'North America',
  CA: 'North America',
  GB: 'UK and Ireland',
  IE: 'UK and Ireland',
  AU: 'Asia Pacific',
  NZ: 'Asia Pacific',
  SG: 'Asia Pacific',
  JP: 'Asia Pacific',
  HK: 'Asia Pacific',
  IN: 'Asia Pacific',
  DE: 'Europe',
  FR: 'Europe',
  NL: 'Europe',
  ES: 'Europe',
  IT: 'Europe',
  CH: 'Europe',
  SE: 'Europe',
  NO: 'Europe',
};
const regionOf = (country: string): string => REGIONS[country] ?? 'Rest of the world';
