import type { DialValues } from '#domain/value/registry.ts';
import type { DemoChange, DemoDraft, DemoEntry } from './demo.bucket.story.ts';
import { type DemoProgramme, type DemoSet, publishWith, REFERRAL } from './demo-programme.ts';
import { characterOf, COMMON_DIALS, COMMON_SETS, isPioneer, LEADER, roll } from './demo-partners.ts';
import { FINANCIAL_PROGRAMMES } from './demo-programme.financial.ts';
import { MARINE_PROGRAMMES } from './demo-programme.marine.ts';
import { PROPERTY_PROGRAMMES } from './demo-programme.property.ts';
import type { DemoDial } from './demo.story.ts';

const PROGRAMMES = [...FINANCIAL_PROGRAMMES, ...MARINE_PROGRAMMES, ...PROPERTY_PROGRAMMES];

/** The newest partner came after the first sets. */
const NEWCOMER = { partner: 9190, day: -260 };

type OwnChange = Readonly<{ partner: number; cob: string; day: number; dial: string; values: DialValues; why: string }>;
const own = (partner: number, cob: string, day: number, dial: string, values: DialValues, why: string): OwnChange => ({
  partner,
  cob,
  day,
  dial,
  values,
  why,
});

/** Changes of one partner's bucket between and after the sets. */
const OWN_CHANGES: readonly OwnChange[] = [
  own(
    9133,
    'd-and-o-ww',
    -170,
    'D&O US listed, revenue over $1bn',
    { policy_share_cap: 1.5 },
    'Less of the large towers.',
  ),
  own(
    9158,
    'hull',
    -160,
    'Hull yachts, professional crew',
    { max_line: 2_000_000 },
    'Two marinas asked for larger lines.',
  ),
  own(
    9112,
    'cargo',
    -150,
    'Cargo stock throughput over $1bn',
    { max_line: 5_000_000 },
    'Room for one large manufacturer.',
  ),
  own(
    9147,
    'energy-operational',
    -76,
    'Energy offshore platforms, North Sea',
    { max_line: 10_000_000 },
    'The treaty was renewed.',
  ),
  own(
    9164,
    'property-uk',
    -60,
    'Property UK full value, mid-market',
    { max_line: 4_500_000 },
    'Good years in the mid-market.',
  ),
  own(9172, 'pi-us', -40, 'PI US accountants, no tax schemes', { policy_share_cap: 7.5 }, 'Two claims in one quarter.'),
  own(9185, 'fi-d-and-o', -35, 'FI D&O small asset managers', { lead_share_cap: 40 }, 'We lead fewer of these.'),
  own(
    9203,
    'terrorism',
    -28,
    'Terrorism UK, outside of the pool',
    { max_line: 4_000_000 },
    'Accumulation in two cities.',
  ),
  own(
    9214,
    'personal-accident',
    -21,
    'PA small groups',
    { policy_share_cap: 10 },
    'After the review of small schemes.',
  ),
  own(
    LEADER,
    'pi-us',
    -11,
    'PI US lawyers, 35 to 500 fee earners',
    { max_line: 2_500_000 },
    'We lead more of these now.',
  ),
];

export const BOOK_DIALS: readonly DemoDial[] = [
  ...Object.values(COMMON_DIALS).map((dial) => publishWith(COMMON_SETS, dial)),
  ...PROGRAMMES.flatMap(({ sets, dials }) =>
    dials.flatMap((dial) => (typeof dial === 'string' ? [] : [publishWith(sets, dial)])),
  ),
];

const partnersOf = ({ cob, partners }: DemoProgramme, all: readonly number[]): number[] =>
  all.filter((partner) => partners.includes(partner) || (isPioneer(partner, cob) && cob !== 'cyber-privacy-and-tech'));

/** Territories at war are what these classes are about. */
const WAR_CLASSES: ReadonlySet<string> = new Set(['cargo', 'marine-war']);

/** The dials of a partner in a class on a day, in order. `untilOf`: the day a dial ends. */
function entriesOf(
  programme: DemoProgramme,
  partner: number,
  day: number,
  untilOf: (dial: string) => number,
): DemoEntry[] {
  const { cob } = programme;
  const character = characterOf(partner);
  const shared = character.common.filter((key) => key !== 'closed' || !WAR_CLASSES.has(cob));
  const listed = programme.dials.map((dial) => (typeof dial === 'string' ? dial : dial.name));
  const taken = listed.filter((name, index) => {
    const until = untilOf(name);
    if (until <= day || (until < 0 && !isPioneer(partner, cob))) return false;
    const isKept = typeof programme.dials[index] === 'string' || name.endsWith('base appetite');
    return isKept || roll(10, 'takes', partner, name) < character.takes;
  });
  const changes = OWN_CHANGES.filter((one) => one.partner === partner && one.cob === cob && one.day <= day);
  return [...shared.map((key) => COMMON_DIALS[key].name), ...taken].map((dial) => ({
    dial,
    overrides: (ownValues) => ({
      ...(ownValues.max_line === REFERRAL.values.max_line ? {} : character.override(ownValues, dial)),
      ...changes.findLast((one) => one.dial === dial)?.values,
    }),
  }));
}

/** The changes of every programme, each of several buckets, and those of single partners. */
export function listChanges(all: readonly number[], dials: readonly DemoDial[]): DemoChange[] {
  const untilOf = (name: string) => dials.find((dial) => dial.name === name)?.window?.until ?? Infinity;
  return PROGRAMMES.flatMap((programme) => {
    const { cob, risks } = programme;
    const partners = partnersOf(programme, all);
    const alone = OWN_CHANGES.filter((one) => one.cob === cob);
    const changes = [
      ...programme.sets.map((set) => ({
        ...set,
        partners: partners.filter((partner) => partner !== NEWCOMER.partner || set.day > NEWCOMER.day),
      })),
      ...alone.map(({ partner, day, why }): DemoSet & { partners: number[] } => ({ day, why, partners: [partner] })),
    ].toSorted((a, b) => a.day - b.day);
    return changes.map((change, index): DemoChange => {
      const later = new Set(changes.slice(index + 1).flatMap((one) => one.partners));
      return {
        ...change,
        cob,
        entriesOf: (partner) => entriesOf(programme, partner, change.day, untilOf),
        examples: { of: change.partners.filter((partner) => !later.has(partner)), risks },
      };
    });
  });
}

/** Drafts of the book's buckets, as edits of what is live. */
export const BOOK_DRAFTS: readonly DemoDraft[] = [
  {
    partner: 9112,
    cob: 'd-and-o-ww',
    minutesAgo: 300,
    by: 'Demo Second Underwriter',
    edit: (live, pinOf) => override(live, pinOf('D&O private companies, growth'), { max_line: 900_000 }),
  },
  {
    partner: 9147,
    cob: 'marine-war',
    minutesAgo: 190,
    by: 'Demo Second Underwriter',
    review: 'A larger line, held below the dial’s own until the situation is calmer.',
    edit: (live, pinOf) => override(live, pinOf('Marine war breach voyages, Red Sea'), { max_line: 2_000_000 }),
  },
  // The base moved up: what is below it never decides.
  {
    partner: 9158,
    cob: 'hull',
    minutesAgo: 1510,
    by: 'Demo Second Underwriter',
    edit: (live) => [...live.slice(0, 2), ...live.slice(-1), ...live.slice(2, -1)],
  },
  // Law firms with an excess layer: two dials want them.
  {
    partner: 9172,
    cob: 'pi-us',
    minutesAgo: 2890,
    by: 'Demo Underwriter',
    edit: (live, pinOf) => {
      const { id, published } = pinOf('PI US excess over a small primary');
      return live.toSpliced(-1, 0, { dial_id: id, version: published, overrides: {} });
    },
  },
  // A zero too many, and no base any more: an unusual value and gaps.
  {
    partner: 9164,
    cob: 'property-uk',
    minutesAgo: 4350,
    by: 'Demo Underwriter',
    edit: (live, pinOf) =>
      override(live.slice(0, -1), pinOf('Property UK primary, over $250m revenue'), { max_line: 45_000_000 }),
  },
];

type Edit = DemoDraft['edit'];

/** Takes the newest version of a dial, with these overrides. */
const override = (
  live: ReturnType<Edit>,
  { id, published }: Readonly<{ id: string; published: number }>,
  overrides: DialValues,
): ReturnType<Edit> =>
  live.map((entry) => (entry.dial_id === id ? { dial_id: id, version: published, overrides } : entry));
