import type { Journey } from '#domain/dial/dial.ts';
import { grouped } from '#domain/dimension/format.ts';
import type { DialDimensions, RiskDimensions } from '#domain/dimension/registry.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { DemoDial } from './demo.story.ts';

/** A risk of the class that every bucket keeps as an example; what it should get is what the bucket gives it. */
export type DemoRisk = Readonly<{ name: string; journey: Journey; dimensions: RiskDimensions }>;

/** A change of all buckets of a class at once, submitted as a set. */
export type DemoSet = Readonly<{
  day: number;
  why: string;
  /** What the reviewers rejected first: these values of a dial, for these reasons. */
  rejected?: Readonly<{ dial: string; values: DialValues; comments: readonly [string, string] }>;
  /** A remark of the first reviewer, about a dial or all of it. */
  comment?: Readonly<{ text: string; dial?: string }>;
}>;

/** A class of business: its dials in bucket order, and how they came to be. */
export type DemoProgramme = Readonly<{
  cob: string;
  partners: readonly number[];
  /** New dials, and names of those that exist elsewhere. */
  dials: readonly (ProgrammeDial | string)[];
  sets: readonly DemoSet[];
  risks: readonly DemoRisk[];
}>;

/** The sets before which a dial was published: '13' is a first version for the first set and a second one for the third. */
type Phases = '1' | '2' | '3' | '12' | '13' | '123';
type Terms = Readonly<{ values: DialValues; phases: Phases }>;
type Shares = Readonly<{ lead?: number; policy?: number; expiring?: DialValues['ignore_expiring_line'] }>;

/** Shares in percent. */
export const shares = ({ lead, policy, expiring }: Shares, phases: Phases = '1'): Terms => ({
  phases,
  values: {
    ...(lead !== undefined && { lead_share_cap: lead }),
    ...(policy !== undefined && { policy_share_cap: policy }),
    ...(expiring !== undefined && { ignore_expiring_line: expiring }),
  },
});

/** A line in millions of US dollars, the least in thousands. */
export function line(max: number, { min, ...rest }: Shares & { min?: number } = {}, phases: Phases = '1'): Terms {
  const { values } = shares(rest);
  const lines = { max_line: Math.round(max * 1e6), ...(min !== undefined && { min_line: min * 1000 }) };
  return { phases, values: { ...values, ...lines } };
}

/** So little that every risk is referred. */
export const REFERRAL: Terms = line(0.05, { policy: 1 });

/** A primary risk with a risk code and a country: 'CY US'. */
export function risk(name: string, journey: Journey, of: string, more: RiskDimensions = {}): DemoRisk {
  const [code = '', country] = of.split(' ');
  const dimensions: RiskDimensions = {
    risk_codes: [code],
    is_primary: 'primary',
    attachment_point_ranges: 0,
    ...(country !== undefined && { domicile_countries: [country] }),
    ...more,
  };
  return { name, journey, dimensions };
}

type More = Pick<DemoDial, 'window' | 'journeys'> & Readonly<{ reason?: string }>;

export type ProgrammeDial = Omit<DemoDial, 'newest' | 'days' | 'values'> & Terms & Readonly<{ reason?: string }>;

/** A function that describes dials of one class by "name: description"; the first tag is the class. */
export const dialsOf =
  (tag: string) =>
  (text: string, dimensions: DialDimensions, terms: Terms, more: More = {}): ProgrammeDial => {
    const [name = '', description = ''] = text.split(/: (.*)/s);
    const tags = [tag, ...topicsOf(name, dimensions, terms)];
    return { name: `${tag} ${name}`, description, tags, dimensions, ...terms, ...more };
  };

function topicsOf(name: string, dimensions: DialDimensions, terms: Terms): string[] {
  const { is_primary, domicile_countries, revenue_ranges, company_size_ranges } = dimensions;
  return [
    ...(name.endsWith('base appetite') ? ['Base'] : []),
    ...(terms === REFERRAL ? ['Referral'] : []),
    ...(is_primary === 'excess' ? ['Excess'] : []),
    ...(domicile_countries === undefined ? [] : ['Territory']),
    ...(revenue_ranges === undefined && company_size_ranges === undefined ? [] : ['Size']),
  ];
}

const DAYS_BEFORE_SET = 6;

/** Published some days before the sets of its programme; in force since the first of them, unless it starts later. */
export function publishWith(sets: readonly Readonly<{ day: number }>[], dial: ProgrammeDial): DemoDial {
  const { phases, window, reason = `Max line ${grouped(dial.values.max_line ?? 0)}`, ...rest } = dial;
  const days = [...phases].map((phase) => (sets[Number(phase) - 1]?.day ?? 0) - DAYS_BEFORE_SET);
  const [from = 0] = days;
  const newest = { version: days.length, day: days.at(-1) ?? 0, ...(days.length > 1 && { reason }) };
  return { ...rest, window: { from, ...window }, days, newest };
}
