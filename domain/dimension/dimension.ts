/** What the form, the checks, the search, the difference and the evaluation need to know of a dimension. */
export type Unit = 'usd' | 'percent' | 'hours' | 'days' | 'count' | 'index';

/** Lists of options that live in the database as reference data. */
export const REFERENCE_LISTS = [
  'risk_codes',
  'brokers',
  'countries',
  'cyber_sectors',
  'cyber_war_exclusions',
  'placing_bases',
  'pi_limit_types',
  'pi_professional_categories',
  'canada_provinces',
  'partners',
  'primary_dimensions',
] as const;
export type ReferenceList = (typeof REFERENCE_LISTS)[number];

export type FixedOption = Readonly<{ value: string; label: string }>;

export const GROUPS = ['Placement', 'Company', 'Cyber', 'PI', 'FI', 'Energy'] as const;
export type Group = (typeof GROUPS)[number];

type Common = Readonly<{
  label: string;
  help: string;
  group: Group;
  /** Slugs of the classes it is for; none listed = every class. */
  classes?: readonly string[];
}>;

/** The beginning of "the risk code is CY or CZ", "it attaches from $10m", … */
type Says = Readonly<{ says: string }>;

export type IntervalsDimension = Common & Says & Readonly<{ kind: 'intervals'; unit: Unit; negative: boolean }>;
export type OptionsDimension = Common & Says & Readonly<{ kind: 'options'; list: ReferenceList }>;
export type ChoicesDimension = Common & Says & Readonly<{ kind: 'choices'; options: readonly FixedOption[] }>;
export type OneOfDimension = Common & Says & Readonly<{ kind: 'one-of'; options: readonly FixedOption[] }>;
/** `says` is the whole statement, once for yes and once for no. */
export type YesNoDimension = Common & Readonly<{ kind: 'yes-no'; says: readonly [yes: string, no: string] }>;

export type Dimension = IntervalsDimension | OptionsDimension | ChoicesDimension | OneOfDimension | YesNoDimension;

/** How a set dimension is written, by kind. Intervals are kept as notation, as the person wrote them. */
export type ValueOf<D extends Dimension> = D extends { kind: 'intervals' | 'one-of' }
  ? string
  : D extends { kind: 'yes-no' }
    ? boolean
    : readonly string[];

export type DimensionValue = string | boolean | readonly string[];
