import { grouped } from '#domain/dimension/format.ts';
import { joinNames, uncapitalise } from '#domain/dimension/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import { type ChangeCount, type Direction, DIRECTIONS } from './impact.ts';
import { countRisks } from './words.ts';

/** The counts of one bucket, with its name. */
type NamedCount = ChangeCount & Readonly<{ name: string }>;

/** At most this many exceptions are named. */
const MAX_NAMED = 2;

/** "849 of 38,412 risks get a lower policy share cap in each, 367 in Kestrel." Undefined where the class has no risks. */
export function describeCombinedImpact(counts: readonly NamedCount[]): string | undefined {
  const all = counts[0]?.all.risks ?? 0;
  if (all === 0) return undefined;
  const numbers = counts.map(({ changed }) => changed.risks);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (most === 0) return 'No risk changes.';
  const describe = (risks: number) => describeMove(counts, risks);
  if (counts.length === 1) return `${grouped(most)} of ${countRisks(all)} ${describe(most)}.`;
  const mostCommon = findMostCommon(numbers);
  const others = counts.filter(({ changed }) => changed.risks !== mostCommon);
  if (others.length > MAX_NAMED || others.length >= counts.length - others.length)
    return `Between ${grouped(least)} and ${grouped(most)} of ${countRisks(all)} ${describe(most)} in each.`;
  const named = others.map(({ name, changed }) => `${grouped(changed.risks)} in ${name}`);
  const ending = named.length === 0 ? '' : `, ${joinNames(named)}`;
  return `${grouped(mostCommon)} of ${countRisks(all)} ${describe(mostCommon)} in each${ending}.`;
}

/** The most frequent number; the largest on a tie. */
function findMostCommon(numbers: readonly number[]): number {
  const groups = [...Map.groupBy(numbers, (number) => number)];
  return groups.toSorted(([a, as], [b, bs]) => bs.length - as.length || b - a)[0]?.[0] ?? 0;
}

const MOVES: Readonly<Record<Direction, (name: string, isOne: boolean) => string>> = {
  lower: (name, isOne) => `${isOne ? 'gets' : 'get'} a lower ${name}`,
  higher: (name, isOne) => `${isOne ? 'gets' : 'get'} a higher ${name}`,
  gain: (name, isOne) => `${isOne ? 'gains' : 'gain'} ${name}`,
  lose: (name, isOne) => `${isOne ? 'loses' : 'lose'} ${name}`,
  other: (name, isOne) => `${isOne ? 'gets' : 'get'} another answer to ${name}`,
};

/** "get a lower policy share cap" if that is the only change in all buckets, else "change". */
function describeMove(counts: readonly ChangeCount[], risks: number): string {
  const [move, ...more] = counts.flatMap(({ values }) =>
    values.flatMap((count) =>
      DIRECTIONS.filter((direction) => count[direction] > 0).map((direction) => ({ value: count.value, direction })),
    ),
  );
  const isOne = risks === 1;
  if (move === undefined || more.some(({ value, direction }) => value !== move.value || direction !== move.direction))
    return isOne ? 'changes' : 'change';
  return MOVES[move.direction](uncapitalise(VALUES[move.value].label), isOne);
}
