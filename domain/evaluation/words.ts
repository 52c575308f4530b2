import { daysBetween, writeDay } from '#domain/day/day.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { labelOf, type NameOption } from '#domain/dimension/dimension.ts';
import { explainMismatch } from '#domain/dimension/kind/kind.ts';
import { kindOf, listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import type { Evaluation, Miss, RatedEntry } from './evaluate.ts';

/** Why a dial does not take part. `by` and `why` form one line: "Cyber sectors", "Retail is not one of its 3 sectors". */
export type MissWords = Readonly<{ by: string; why: string }>;

export function describeMiss(miss: Miss, nameOption: NameOption): MissWords {
  if (miss.by === 'window') return { by: 'Active window', why: describeWindow(miss.wants, miss.has) };
  if (miss.by === 'journeys') return { by: 'Journey', why: describeJourney(miss.wants, miss.has) };
  const dimension = dimensionOf(miss.by);
  return { by: dimension.label, why: kindOf(dimension).explainMiss(miss.wants, miss.has ?? undefined, nameOption) };
}

type MissBy<By extends 'window' | 'journeys'> = Extract<Miss, { by: By }>;

/** "starts 1 Jan 2027, in 46 days", as seen from the date of the risk. */
function describeWindow({ active_from: from, active_until: until }: MissBy<'window'>['wants'], date: string): string {
  if (from !== null && date < from) return `starts ${writeDay(from)}, ${ahead(daysBetween(date, from))}`;
  return until === null ? '' : `ended ${writeDay(until)}, ${ago(daysBetween(until, date))}`;
}

const ahead = (days: number): string => (days === 1 ? 'the day after' : `in ${days} days`);
const ago = (days: number): string => {
  if (days === 0) return 'the same day';
  return days === 1 ? 'the day before' : `${days} days ago`;
};

function describeJourney(expected: MissBy<'journeys'>['wants'], has: MissBy<'journeys'>['has']): string {
  const names = JOURNEYS.filter(({ value }) => expected.includes(value)).map(({ label }) => label);
  return explainMismatch(has === null ? undefined : labelOf(JOURNEYS, has), names.join(' or '));
}

/** "Matched, all 3 dimensions". */
export function describeMatch({ dimensions }: RatedEntry['dial']): string {
  const { length } = listSetDimensions(dimensions);
  if (length === 0) return 'Matched, no dimension is set';
  return length === 1 ? 'Matched, 1 dimension' : `Matched, all ${length} dimensions`;
}

/** "4 of 11 dials take part". */
export function describeTakingPart({ dials }: Evaluation): string {
  const taking = dials.filter(({ miss }) => miss === null).length;
  if (dials.length === 1) return taking === 1 ? 'This dial takes part' : 'This dial takes no part';
  return `${taking} of ${dials.length} dials ${taking === 1 ? 'takes' : 'take'} part`;
}
