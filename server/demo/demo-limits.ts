import type { Limit } from '#domain/capacity/limit.ts';

const BILLION = 1_000_000_000;
type Scope = Partial<Pick<Limit, 'partner' | 'country' | 'cob'>>;

/** In billions of dollars. `used` is what the live buckets of the demo take of its portfolio. */
const LIMITS: readonly (readonly [name: string, scope: Scope, limit: number, used: number])[] = [
  ['US cyber', { cob: 'cyber-privacy-and-tech', country: 'US' }, 340, 210.6],
  ['UK cyber', { cob: 'cyber-privacy-and-tech', country: 'GB' }, 82, 72.8],
  ['Canada cyber', { cob: 'cyber-privacy-and-tech', country: 'CA' }, 96, 39.5],
  ['Germany cyber', { cob: 'cyber-privacy-and-tech', country: 'DE' }, 60, 24.2],
  ['Cyber, all countries', { cob: 'cyber-privacy-and-tech' }, 620, 459.6],
  ['Cargo, all countries', { cob: 'cargo' }, 420, 301.9],
  ['Terrorism, all countries', { cob: 'terrorism' }, 300, 245.1],
  ['Gulf of Mexico wind', { cob: 'energy-gom-wind' }, 5, 4.54],
  ['UK property', { cob: 'property-uk', country: 'GB' }, 40, 30],
  ['9101 Alder, all countries', { partner: 9101 }, 320, 195.6],
  ['9120 Cormorant, all countries', { partner: 9120 }, 280, 190.4],
];

/** As of the end of the month before. */
export function demoLimits(now: Date): Limit[] {
  const as_of = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 10);
  return LIMITS.map(([name, scope, limit, used]) => ({
    name,
    partner: null,
    country: null,
    cob: null,
    ...scope,
    limit: limit * BILLION,
    used: Math.round(used * BILLION),
    as_of,
    source: 'Exposure system, month end',
  }));
}
