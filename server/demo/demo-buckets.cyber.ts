import type { DemoBucket, DemoEntry, DemoVersion } from './demo.bucket.story.ts';
import { ALDER_EXAMPLES, CORMORANT_EXAMPLES } from './demo-examples.ts';

const COB = 'cyber-privacy-and-tech';
const ALDER_LED = 'Cyber Alder-led, line of 10% or more';
const CARVE_OUT = 'Cyber property damage carve-out';

/** Alder's live bucket: not everything in its newest version. */
const LIVE: readonly DemoEntry[] = [
  { dial: 'Cyber critical infrastructure, hold expiring' },
  { dial: 'Cyber US healthcare over $500m' },
  { dial: 'Cyber distressed balance sheet', version: 2 },
  { dial: ALDER_LED },
  { dial: 'Cyber ransomware tightening 2027' },
  { dial: 'Cyber excess of $50m' },
  { dial: CARVE_OUT },
  { dial: 'Cyber excess, $10m to $50m', version: 5 },
  { dial: 'Cyber primary under $100m revenue' },
  { dial: 'Cyber primary $100m to $1bn revenue', version: 2 },
  { dial: 'Cyber base appetite', version: 2 },
];

/** Every kind of change at once: one added, one removed, two updated, two overridden, one moved. */
const DRAFT: readonly DemoEntry[] = [
  { dial: 'Cyber critical infrastructure, hold expiring' },
  { dial: 'Cyber US healthcare over $500m', overrides: { max_line: 1_250_000 } },
  { dial: 'Cyber distressed balance sheet', version: 2, overrides: { policy_share_cap: 3.5 } },
  { dial: 'Cyber ransomware tightening 2027' },
  { dial: 'Cyber short waiting period' },
  { dial: 'Cyber excess of $50m' },
  { dial: 'Cyber excess, $10m to $50m' },
  { dial: 'Cyber primary under $100m revenue' },
  { dial: 'Cyber primary $100m to $1bn revenue', version: 2 },
  { dial: ALDER_LED },
  { dial: 'Cyber base appetite' },
];

/** The earlier order, before the dial that follows Alder was moved up. */
const EARLIER = LIVE.filter(({ dial }) => dial !== ALDER_LED).toSpliced(-1, 0, { dial: ALDER_LED });

const HISTORY: readonly (readonly [day: number, why: string])[] = [
  [-310, 'The first dials of the class.'],
  [-235, 'Critical infrastructure keeps its expiring lines.'],
  [-196, 'Property damage apart, and the middle excess layers.'],
  [-178, 'US healthcare, and where Alder leads.'],
  [-148, 'Lines of the half year.'],
  [-118, 'Smaller lines on property damage.'],
  [-100, 'A base for what nothing above decides.'],
  [-68, 'Max line 5,000,000 on high excess.'],
  [-48, 'Policy share cap 10% on small companies.'],
];

const VERSIONS: readonly DemoVersion[] = [
  ...HISTORY.map(([day, why]) => ({ day, why, entries: EARLIER })),
  {
    day: -30,
    why: 'Where Alder leads we follow before anything else is asked.',
    entries: LIVE.filter(({ dial }) => !dial.includes('ransomware')),
  },
  { day: -3, why: 'Ransomware terms of the new year.', entries: LIVE },
];

const without = (entries: readonly DemoEntry[], ...dials: readonly string[]) =>
  entries.filter(({ dial }) => !dials.includes(dial));

/** The class of the pictures: Alder's draft is being written, Cormorant's is in review. */
export const CYBER_BUCKETS: readonly DemoBucket[] = [
  {
    partner: 9101,
    cob: COB,
    versions: VERSIONS,
    examples: ALDER_EXAMPLES,
    draft: { entries: DRAFT, minutesAgo: 18, by: 'Demo Underwriter' },
  },
  {
    partner: 9112,
    cob: COB,
    versions: [
      { day: -120, why: 'The first dials of the class.', entries: without(EARLIER, ALDER_LED) },
      {
        day: -20,
        why: 'Newest versions throughout.',
        entries: without(DRAFT, ALDER_LED).map(({ dial }) => ({ dial })),
      },
    ],
  },
  {
    partner: 9120,
    cob: COB,
    versions: [{ day: -66, why: 'As Alder, without what follows Alder.', entries: without(EARLIER, ALDER_LED) }],
    examples: CORMORANT_EXAMPLES,
    draft: {
      entries: without(DRAFT, ALDER_LED),
      minutesAgo: 125,
      by: 'Demo Underwriter',
      review:
        'Tighten US healthcare after two breaches this quarter, open the $25m to $50m excess layer, ' +
        'and let short waiting periods cap our share of the policy.',
    },
  },
];
