import { grouped } from '#domain/dimension/format.ts';
import { joinNames, uncapitalise } from '#domain/dimension/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import { type ChangeCount, DIRECTIONS } from './impact.ts';
import { countRisks } from './words.ts';

/** What a change does in one of several buckets of a class, and what people call that bucket. */
type NamedCount = ChangeCount & Readonly<{ name: string }>;

/** So many buckets are named in which it is another number than in most. */
const MAX_NAMED = 2;

/** "849 of 38,412 risks get a lower policy share cap in each, 367 in Kestrel." Nothing where there is no risk to change. */
export function describeTogether(counts: readonly NamedCount[]): string | undefined {
  const all = counts[0]?.all.risks ?? 0;
  if (all === 0) return undefined;
  const numbers = counts.map(({ changed }) => changed.risks);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (most === 0) return 'No risk changes.';
  const happens = (risks: number) => describeMove(counts, risks);
  if (counts.length === 1) return `${grouped(most)} of ${countRisks(all)} ${happens(most)}.`;
  const usual = commonest(numbers);
  const others = counts.filter(({ changed }) => changed.risks !== usual);
  if (others.length > MAX_NAMED || others.length >= counts.length - others.length)
    return `Between ${grouped(least)} and ${grouped(most)} of ${countRisks(all)} ${happens(most)} in each.`;
  const named = others.map(({ name, changed }) => `${grouped(changed.risks)} in ${name}`);
  const ending = named.length === 0 ? '' : `, ${joinNames(named)}`;
  return `${grouped(usual)} of ${countRisks(all)} ${happens(usual)} in each${ending}.`;
}

/** The number that is there most often; of several the largest. */
function commonest(numbers: readonly number[]): number {
  const groups = [...Map.groupBy(numbers, (number) => number)];
  return groups.toSorted(([a, as], [b, bs]) => bs.length - as.length || b - a)[0]?.[0] ?? 0;
}

/** "get a lower policy share cap", where that is all that happens anywhere; else "change". */
function describeMove(counts: readonly ChangeCount[], risks: number): string {
  const [move, ...more] = counts.flatMap(({ values }) =>
    values.flatMap((count) => DIRECTIONS.filter((way) => count[way] > 0).map((way) => ({ value: count.value, way }))),
  );
  const isOne = risks === 1;
  if (move === undefined || more.some(({ value, way }) => value !== move.value || way !== move.way))
    return isOne ? 'changes' : 'change';
  const name = uncapitalise(VALUES[move.value].label);
  if (move.way !== 'other') return `${isOne ? 'gets' : 'get'} a ${move.way} ${name}`;
  if (VALUES[move.value].kind === 'option') return `${isOne ? 'gets' : 'get'} another answer to ${name}`;
  return `${isOne ? 'gains or loses' : 'gain or lose'} a ${name}`;
}
