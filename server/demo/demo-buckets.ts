import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { NewBucket } from '#server/bucket/bucket.change.ts';
import type { DemoBook, DemoBucket, DemoEntry } from './demo.bucket.story.ts';
import { BOOK_DRAFTS, listChanges } from './demo-book.ts';
import { isPioneer, roll } from './demo-partners.ts';
import { CYBER_BUCKETS } from './demo-buckets.cyber.ts';
import { DEMO_DIALS } from './demo-dials.ts';
import { DEMO_REFERENCE } from './demo-reference.ts';

/** Classes that a few partners have just begun, with their dials and start. */
const FILLED: readonly Readonly<{ cob: string; day: number; dials: readonly string[] }>[] = [
  { cob: 'fi-pi', day: -92, dials: ['FI D&O and PI package'] },
  { cob: 'healthcare-liability', day: -140, dials: ['Healthcare liability, nursing homes'] },
  { cob: 'energy-gom-wind', day: -92, dials: ['Energy GOM wind, renewals only'] },
  { cob: 'specie', day: -15, dials: ['Specie vault accumulations'] },
];

const PARTNERS = DEMO_REFERENCE.partners.map(({ number }) => number);

const OTHERS: readonly DemoBucket[] = FILLED.flatMap(({ cob, day, dials }) =>
  PARTNERS.filter((partner) => isPioneer(partner, cob)).map((partner): DemoBucket => ({
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
  })),
);

/** Occasionally a partner's line is smaller than the dial's own. */
function entriesOf(partner: number, dials: readonly string[]): DemoEntry[] {
  return dials.map((dial) => {
    const line = DEMO_DIALS.find(({ name }) => name === dial)?.values.max_line;
    if (line === undefined || roll(4, 'overrides', partner, dial) > 0) return { dial };
    return { dial, overrides: { max_line: Math.round((line * 0.8) / 25_000) * 25_000 } };
  });
}

/** Buckets with dials, their common changes, and drafts. */
export const DEMO_BOOK: DemoBook = {
  buckets: [...CYBER_BUCKETS, ...OTHERS],
  changes: listChanges(PARTNERS, DEMO_DIALS),
  drafts: BOOK_DRAFTS,
};

const keyOf = (partner: number, cob: string) => `${partner} ${cob}`;
const filled = new Set([
  ...DEMO_BOOK.buckets.map(({ partner, cob }) => keyOf(partner, cob)),
  ...DEMO_BOOK.changes.flatMap(({ partners, cob }) => partners.map((partner) => keyOf(partner, cob))),
]);

/** All buckets: two in three of the possible ones, and each that has dials. */
export const DEMO_APPETITES: readonly NewBucket[] = PARTNERS.flatMap((partner) =>
  CLASSES.flatMap(({ slug: cob }) => {
    const hasDials = filled.has(keyOf(partner, cob));
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
