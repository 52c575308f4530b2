import type { Unit } from './format.ts';

type ListFacts = Readonly<{
  label: string;
  /** "XX is not one of the limit types". */
  plural: string;
  /** "Any placing basis", "Add a code". */
  noun: string;
  /** Shows the code next to the label. */
  showsCode?: true;
  /** Labels are common nouns, lower-case inside a sentence. */
  commonNouns?: true;
  /** Options belong to classes of business, set by an administrator. */
  hasClasses?: true;
  /** Codes whose label takes an article: "the United States". */
  withArticle?: readonly string[];
}>;

/** Reference lists, stored in the database. */
export const LISTS = {
  risk_codes: { label: 'Risk codes', plural: 'risk codes', noun: 'code', showsCode: true, hasClasses: true },
  brokers: { label: 'Brokers', plural: 'brokers', noun: 'broker' },
  countries: { label: 'Countries', plural: 'countries', noun: 'country', withArticle: ['AE', 'GB', 'NL', 'US'] },
  cyber_sectors: { label: 'Cyber sectors', plural: 'cyber sectors', noun: 'sector', commonNouns: true },
  cyber_war_exclusions: {
    label: 'Cyber war exclusions',
    plural: 'cyber war exclusions',
    noun: 'clause',
    showsCode: true,
  },
  placing_bases: { label: 'Placing bases', plural: 'placing bases', noun: 'placing basis', commonNouns: true },
  pi_limit_types: { label: 'PI limit types', plural: 'limit types', noun: 'limit type', commonNouns: true },
  pi_professional_categories: {
    label: 'PI professional categories',
    plural: 'professional categories',
    noun: 'profession',
    commonNouns: true,
  },
  canada_provinces: { label: 'Canadian provinces', plural: 'Canadian provinces', noun: 'province' },
  partners: { label: 'Syndicates', plural: 'syndicates', noun: 'syndicate', showsCode: true },
  primary_dimensions: { label: 'Primary dimensions', plural: 'primary dimensions', noun: 'reference' },
} as const satisfies Record<string, ListFacts>;

export type ReferenceList = keyof typeof LISTS;
export const REFERENCE_LISTS = Object.keys(LISTS) as [ReferenceList, ...ReferenceList[]];
export const listFacts = (list: ReferenceList): ListFacts => LISTS[list];

/** Per dial or risk. */
export const MAX_OPTIONS = 500;

/** The display name of a reference option. */
export type NameOption = (list: ReferenceList, code: string) => string;

/** `synonyms`: how files write it, besides value, label and initial. `short`: its usual abbreviation. */
export type FixedOption = Readonly<{ value: string; label: string; short?: string; synonyms?: readonly string[] }>;

export const labelOf = (options: readonly FixedOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

export const hasOption = (options: readonly FixedOption[], value: string): boolean =>
  options.some((option) => option.value === value);

/** "listed, private, failed": the values, not the labels. */
export const listOptions = (options: readonly FixedOption[]): string => options.map(({ value }) => value).join(', ');

export const GROUPS = ['Placement', 'Company', 'Cyber', 'PI', 'FI', 'Energy'] as const;
export type Group = (typeof GROUPS)[number];

/** The drawn range, the same for every dial, so that charts are comparable. */
export type Axis = Readonly<{
  from: number;
  to: number;
  /** Tick labels, most important first. */
  marks: readonly number[];
}>;

type Common = Readonly<{
  label: string;
  /** Name in a one-line summary, if not the label: "attachment $5m to $10m", "4 countries". */
  short?: string;
  /** Order in a one-line summary, if not that of its kind; lower first. */
  summaryOrder?: number;
  help: string;
  group: Group;
  /** Slugs of its classes; undefined = all. */
  classes?: readonly string[];
  /** What files call its column, besides key and label. */
  columns: readonly string[];
  /** In generated portfolios: the percentage of risks without a value, if not the usual one. */
  demoMissing?: number;
  /** In generated portfolios: a risk has one value at most. */
  demoSingle?: true;
}>;

/** The beginning of "the risk code is CY or CZ", "it attaches from $10m", … */
type Clause = Readonly<{ clause: string }>;

/** `plural`: "Their attachment points do not overlap". */
export type IntervalsDimension = Common &
  Clause &
  Readonly<{
    kind: 'intervals';
    unit: Unit;
    axis: Axis;
    plural: string;
    negative?: true;
    /** The largest bound, where larger ones make no sense. */ largest?: number;
  }>;
export type OptionsDimension = Common & Clause & Readonly<{ kind: 'options'; list: ReferenceList }>;
export type ChoicesDimension = Common & Clause & Readonly<{ kind: 'choices'; options: readonly FixedOption[] }>;
export type OneOfDimension = Common & Clause & Readonly<{ kind: 'one-of'; options: readonly FixedOption[] }>;
/** `clause` is the whole statement, once for yes and once for no. */
export type YesNoDimension = Common & Readonly<{ kind: 'yes-no'; clause: readonly [yes: string, no: string] }>;

export type Dimension = IntervalsDimension | OptionsDimension | ChoicesDimension | OneOfDimension | YesNoDimension;
export type DimensionKind = Dimension['kind'];
export type DimensionOf<K extends DimensionKind> = Extract<Dimension, { kind: K }>;

/** By kind: the value in a dial, as typed, and the value of a risk. */
export type KindValues = {
  intervals: { value: string; risk: number };
  options: { value: readonly string[]; risk: readonly string[] };
  choices: { value: readonly string[]; risk: readonly string[] };
  'one-of': { value: string; risk: string };
  'yes-no': { value: boolean; risk: boolean };
};
export type ValueOf<D extends Dimension> = KindValues[D['kind']]['value'];
export type DimensionValue = ValueOf<Dimension>;
export type RiskValueOf<D extends Dimension> = KindValues[D['kind']]['risk'];
export type RiskValue = RiskValueOf<Dimension>;

export function isForClass({ classes }: Dimension, cob: string): boolean {
  return classes === undefined || classes.includes(cob);
}
