import { createHash } from 'node:crypto';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { line, type ProgrammeDial, REFERRAL, shares } from './demo-programme.ts';

/** Deterministic for the same words, and evenly distributed. */
export const roll = (sides: number, ...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() % sides;

/** Partners that had dials in a class before its programme. */
export const isPioneer = (partner: number, cob: string): boolean => roll(12, 'fills', partner, cob) < 3;

type Terms = Pick<ProgrammeDial, 'values' | 'phases' | 'journeys'>;
const common = (name: string, description: string, dimensions: DialDimensions, terms: Terms): ProgrammeDial => ({
  name,
  description,
  tags: ['Every class'],
  dimensions,
  ...terms,
});

/** Dials of no class in particular, first in the buckets that have them. */
export const COMMON_DIALS = {
  closed: common(
    'Closed territories, every class',
    'Sanctions: every risk is referred to compliance.',
    { domicile_countries: ['YE', 'ER'] },
    REFERRAL,
  ),
  follow: common(
    'Follow Alder, line of 15% or more',
    'Where Alder leads with a large line, half of it at most.',
    { nominated_syndicate_numbers: ['9101'], nominated_syndicate_line_ranges: '[15,100]' },
    shares({ lead: 50, expiring: 'expiring_line' }),
  ),
  stress: common(
    'Balance sheet under stress, every class',
    'Companies that may not exist at the end of the policy.',
    { company_bankruptcy_index_ranges: '[-5,1)' },
    shares({ policy: 2.5 }),
  ),
  start: common(
    'First policy of a small company',
    'No loss record yet.',
    { company_first_year_issuance: true, company_size_ranges: '[0,25)' },
    shares({ policy: 5 }),
  ),
  electronic: common(
    'Electronic placement, automatic line',
    'What the platform may bind without asking.',
    { revenue_ranges: '[0,50000000)' },
    { ...line(0.5, { policy: 5 }), journeys: ['electronic_placement'] },
  ),
  facility: common(
    'Consortia and line slips, declarations',
    'The leader of the facility decides; we take our agreed part.',
    { placing_bases: ['consortium', 'line-slip-declaration'] },
    shares({ lead: 100 }),
  ),
  renewal: common(
    'Renewals of large accounts, hold expiring',
    'Growth of accounts over $1bn needs a referral.',
    { revenue_ranges: '[1000000000,)' },
    { ...shares({ expiring: 'maintains' }), journeys: ['renewal'] },
  ),
} as const satisfies Record<string, ProgrammeDial>;

/** When they were published, some days before. */
export const COMMON_SETS = [{ day: -540 }];

/** How a partner differs from the programme of a class. */
type Character = Readonly<{
  common: readonly (keyof typeof COMMON_DIALS)[];
  /** Of ten dials, how many it takes. */
  takes: number;
  /** Its overrides of a dial's own values. */
  override: (own: DialValues, dial: string) => DialValues;
}>;

export const LEADER = 9101;
const scaled = (value: number | undefined, factor: number, step: number): number | undefined =>
  value === undefined ? undefined : Math.max(Math.round((value * factor) / step), 1) * step;
const scaleLine = ({ max_line, min_line = 0 }: DialValues, factor: number): DialValues => {
  const line = scaled(max_line, factor, 25_000);
  return line === undefined || line < min_line ? {} : { max_line: line };
};
const scaleShares = ({ policy_share_cap, lead_share_cap }: DialValues, factor: number): DialValues => ({
  policy_share_cap: scaled(policy_share_cap, factor, 0.25),
  lead_share_cap: scaled(lead_share_cap, factor, 5),
});

const CAUTIOUS: Character = {
  common: ['closed', 'stress', 'start', 'electronic'],
  takes: 8,
  override: (own) => ({ ...scaleLine(own, 0.6), policy_share_cap: scaled(own.policy_share_cap, 0.75, 0.25) }),
};
const BROAD: Character = {
  common: ['closed', 'electronic', 'facility', 'renewal'],
  takes: 10,
  override: (own, dial) => (roll(3, 'broad', dial) === 0 ? scaleLine(own, 1.25) : {}),
};
const FOLLOWER: Character = {
  common: ['closed', 'follow', 'renewal'],
  takes: 10,
  override: (own) => scaleShares(own, 0.5),
};

export function characterOf(partner: number): Character {
  switch (partner) {
    case LEADER:
      return { common: ['closed', 'renewal'], takes: 10, override: () => ({}) };
    case 9112:
      return BROAD;
    case 9120:
      return FOLLOWER;
    case 9133:
      return CAUTIOUS;
    default:
      return {
        common: ['closed', ...(partner % 2 === 0 ? (['stress'] as const) : (['facility', 'start'] as const))],
        takes: 8,
        override: (own, dial) => (roll(6, 'overrides', partner, dial) === 0 ? scaleLine(own, 0.8) : {}),
      };
  }
}
