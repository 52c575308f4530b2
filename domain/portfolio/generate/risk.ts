import { JOURNEYS } from '#domain/dial/dial.ts';
import { type Dimension, type FixedOption, isForClass, type ReferenceList } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf, type RiskDimensions } from '#domain/dimension/registry.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { type Chance, choose, chooseSome, roundNumber, type Weighted, weigh } from './chance.ts';

/** The reference options to use; those without classes are for all. */
export type GeneratedFrom = Readonly<
  Partial<Record<ReferenceList, readonly Readonly<{ code: string; classes?: readonly string[] | undefined }>[]>>
>;

/** Correlated properties of one company. */
type Company = Readonly<{
  chance: Chance;
  /** Base 10. Revenues are log-normal with a median of about 60 million. */
  logRevenue: number;
  isPrimary: boolean;
  isListed: boolean;
  countries: readonly string[];
}>;

/** Percentage of risks without a value. */
const DEFAULT_MISSING = 2;

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

const weightsByIndex = <T>(all: readonly T[]): Weighted<T> => weigh(all, (_one, index) => 12 / (index + 3));
const weightedTable = <T>(rows: readonly (readonly [T, number])[]): Weighted<T> => {
  const all = rows.map(([one]) => one);
  return weigh(all, (_one, index) => rows[index]?.[1] ?? 0);
};
const journeys = weigh(
  JOURNEYS.map(({ value }) => value),
  (_one, index) => [38, 37, 8, 7, 6, 4][index] ?? 1,
);
const attachments = weightedTable([
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
const lines = weightedTable([
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
const waitingHours = weightedTable([
  [4, 4],
  [6, 7],
  [8, 30],
  [10, 8],
  [12, 32],
  [18, 5],
  [24, 12],
  [36, 2],
]);
/** The number of values per dimension. */
const members = weightedTable([
  [1, 86],
  [2, 10],
  [3, 3],
  [6, 1],
]);

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
  const generators = DIMENSION_KEYS.filter((key) => isForClass(dimensionOf(key), cob)).map((key) => ({
    key,
    missing: dimensionOf(key).demoMissing ?? DEFAULT_MISSING,
    generate: GENERATORS[key] ?? createGenerator(dimensionOf(key), offered),
  }));

  // Objects of one shape are several times faster.
  const emptyDimensions: Partial<Record<DimensionKey, unknown>> = Object.fromEntries(
    generators.map(({ key }) => [key, undefined]),
  );

  /** `row`: the index among all risks of the year, in date order. */
  return (chance: Chance, row: number, risks: number): PortfolioRisk => {
    const day = Math.floor((row * DAYS) / risks);
    const companyCountries = chooseSome(chance, countries, choose(chance, members) ?? 1);
    const company: Company = {
      chance,
      logRevenue: 7.78 + 0.85 * chance.normal(),
      isPrimary: chance.percent(63),
      isListed: chance.percent(48),
      countries: companyCountries,
    };
    const dimensions = { ...emptyDimensions };
    for (const { key, missing, generate } of generators) {
      const value = generate(company);
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
        ...(companyCountries[0] === undefined ? {} : { Region: regionOf(companyCountries[0]) }),
      },
    };
  };
}

type ValueGenerator = (company: Company) => unknown;

/** For dimensions that are independent of the others. */
function createGenerator(dimension: Dimension, offered: (list: ReferenceList) => string[]): ValueGenerator {
  switch (dimension.kind) {
    case 'intervals': {
      const { from, to } = dimension.axis;
      return ({ chance }) => Math.round(from + (to - from) * chance.next());
    }
    case 'options':
      return severalOf(offered(dimension.list), dimension);
    case 'choices':
      return severalOf(listValues(dimension), dimension);
    case 'one-of': {
      const answers = weightsByIndex(listValues(dimension));
      return ({ chance }) => choose(chance, answers);
    }
    case 'yes-no':
      return ({ chance }) => chance.percent(30);
  }
}

const listValues = ({ options }: Readonly<{ options: readonly FixedOption[] }>) => options.map(({ value }) => value);

function severalOf(all: readonly string[], { demoSingle }: Dimension): ValueGenerator {
  const weighted = weightsByIndex(all);
  if (all.length === 0) return () => undefined;
  return ({ chance }) => chooseSome(chance, weighted, demoSingle ? 1 : (choose(chance, members) ?? 1));
}

const clamp = (low: number, number: number, high: number): number => Math.min(Math.max(number, low), high);

/** Dimensions that depend on the company, or have a distribution of their own. */
const GENERATORS: Readonly<Partial<Record<DimensionKey, ValueGenerator>>> = {
  domicile_countries: ({ countries }) => (countries.length === 0 ? undefined : countries),
  is_primary: ({ isPrimary }) => (isPrimary ? 'primary' : 'excess'),
  attachment_point_ranges: ({ chance, isPrimary }) => (isPrimary ? 0 : choose(chance, attachments)),
  nominated_syndicate_line_ranges: ({ chance }) => choose(chance, lines),
  revenue_ranges: ({ logRevenue }) => roundNumber(clamp(4, logRevenue, 11.5)),
  company_size_ranges: ({ chance, logRevenue }) => roundNumber(clamp(0, logRevenue - 5.3 + 0.3 * chance.normal(), 6)),
  company_size_change_ranges: ({ chance }) => clamp(-100, Math.round(4 + 22 * chance.normal()), 200),
  company_bankruptcy_index_ranges: ({ chance }) => clamp(-5, Math.round(300 + 160 * chance.normal()) / 100, 10),
  company_days_since_ipo_ranges: ({ chance, isListed }) =>
    isListed ? roundNumber(1.5 + 2.6 * chance.next()) : undefined,
  company_first_year_issuance: ({ chance }) => chance.percent(18),
  company_listed_statuses: ({ chance, isListed }) => {
    if (isListed) return ['listed'];
    return [chance.percent(2) ? 'failed' : 'private'];
  },
  bi_cover_waiting_period_ranges: ({ chance }) => choose(chance, waitingHours),
  lawyer_exposure_count_ranges: ({ chance }) => (chance.percent(55) ? 0 : roundNumber(0.3 + 2.6 * chance.next())),
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
