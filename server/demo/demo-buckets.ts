import { createHash } from 'node:crypto';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { NewBucket } from '#server/bucket/bucket.change.ts';
import type { DemoBucket, DemoEntry } from './demo.bucket.story.ts';
import { CYBER_BUCKETS } from './demo-buckets.cyber.ts';
import { DEMO_DIALS } from './demo-dials.ts';
import { DEMO_REFERENCE } from './demo-reference.ts';

/** Deterministic for the same words, and evenly distributed. */
const roll = (sides: number, ...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() % sides;

/** Classes besides cyber with demo dials, in bucket order, and their start. */
const FILLED: readonly Readonly<{ cob: string; day: number; dials: readonly string[] }>[] = [
  { cob: 'd-and-o-ww', day: -92, dials: ['D&O WW post-IPO, first year', 'D&O private companies, growth'] },
  { cob: 'fi-d-and-o', day: -92, dials: ['FI D&O and PI package'] },
  { cob: 'fi-pi', day: -92, dials: ['FI D&O and PI package'] },
  { cob: 'healthcare-liability', day: -140, dials: ['Healthcare liability, nursing homes'] },
  {
    cob: 'pi-us',
    day: -92,
    dials: ['PI US lawyers over 500 fee earners', 'PI US excess over a small primary'],
  },
  { cob: 'energy-gom-wind', day: -92, dials: ['Energy GOM wind, renewals only'] },
  { cob: 'energy-operational', day: -80, dials: ['Energy onshore, CLOPI exposures'] },
  { cob: 'marine-war', day: -92, dials: ['Marine war breach voyages, Red Sea'] },
  { cob: 'property-uk', day: -92, dials: ['Property UK flood, coastal postcode'] },
  { cob: 'specie', day: -15, dials: ['Specie vault accumulations'] },
  { cob: 'terrorism', day: -92, dials: ['Terrorism overseas, high-rise'] },
  { cob: 'cargo', day: -150, dials: ['Cargo facility, quota share'] },
  { cob: 'contingency-non-appearance', day: -1, dials: ['Contingency non-appearance, tours'] },
];

/** Drafts besides those of cyber. */
const DRAFTS: Readonly<Record<string, Pick<DemoBucket, 'draft'>>> = {
  '9112 d-and-o-ww': { draft: draftOf('D&O private companies, growth', { max_line: 900_000 }, 300) },
  '9147 marine-war': {
    draft: {
      ...draftOf('Marine war breach voyages, Red Sea', { max_line: 2_000_000 }, 190),
      review: 'A larger line, held below the dial’s own until the situation is calmer.',
    },
  },
};

function draftOf(dial: string, overrides: NonNullable<DemoEntry['overrides']>, minutesAgo: number) {
  return { entries: [{ dial, overrides }], minutesAgo, by: 'Demo Second Underwriter' };
}

const PARTNERS = DEMO_REFERENCE.partners.map(({ number }) => number);

const OTHERS: readonly DemoBucket[] = FILLED.flatMap(({ cob, day, dials }) =>
  PARTNERS.filter((partner) => roll(12, 'fills', partner, cob) < 3 || `${partner} ${cob}` in DRAFTS).map(
    (partner): DemoBucket => ({
      partner,
      cob,
      versions: [
        // In the weeks before that day, or on it if its dials are new.
        {
          day: day < -20 ? day - roll(8, 'day', partner, cob) : day,
          why: 'The first dials of the class.',
          entries: entriesOf(partner, dials),
        },
      ],
      ...DRAFTS[`${partner} ${cob}`],
    }),
  ),
);

/** Occasionally a partner's line is smaller than the dial's own. */
function entriesOf(partner: number, dials: readonly string[]): DemoEntry[] {
  return dials.map((dial) => {
    const line = DEMO_DIALS.find(({ name }) => name === dial)?.values.max_line;
    if (line === undefined || roll(4, 'overrides', partner, dial) > 0) return { dial };
    return { dial, overrides: { max_line: Math.round((line * 0.8) / 25_000) * 25_000 } };
  });
}

/** Buckets with dials. */
export const DEMO_BUCKETS: readonly DemoBucket[] = [...CYBER_BUCKETS, ...OTHERS];

const filled = new Set(DEMO_BUCKETS.map(({ partner, cob }) => `${partner} ${cob}`));

/** All buckets: two in three of the possible ones, and each that has dials. */
export const DEMO_APPETITES: readonly NewBucket[] = PARTNERS.flatMap((partner) =>
  CLASSES.flatMap(({ slug: cob }) => {
    const hasDials = filled.has(`${partner} ${cob}`);
    if (!hasDials && roll(3, 'exists', partner, cob) === 0) return [];
    return [{ partner, cob, appetite: appetiteOf(partner, cob, hasDials) }];
  }),
);

/** 0.50 to 1.50 in steps of 0.05, most of them near 1; some are closed. */
function appetiteOf(partner: number, cob: string, hasDials: boolean): number {
  if (partner === 9101 && cob === 'cyber-privacy-and-tech') return 1.25;
  if (!hasDials && roll(11, 'closed', partner, cob) === 0) return 0;
  const steps = roll(11, 'appetite', partner, cob) + roll(11, 'more', partner, cob);
  return (50 + steps * 5) / 100;
}
