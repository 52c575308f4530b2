import { canonicalJson } from '#domain/audit/canonical.ts';
import { completeEntry, CONFORMANCE_PACK, type PackCase } from '#domain/evaluation/conformance/pack.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import { readRisk } from '#domain/evaluation/risk.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { FeedError, parseJson, readArray } from './read.ts';

/** A case with another result than the pack states, in words. */
export type FailedCase = Readonly<{ name: string; expected: string; got: string }>;
export type ConformanceResult = Readonly<{ cases: number; passed: number; failed: readonly FailedCase[] }>;

/** Of the failed cases, how many an engine reports. */
export const MAX_FAILED_CASES = 20;

/** The pack as a document of the feed: an engine runs the cases of the server, not those that it was built with. */
export const writePack = (): string => canonicalJson(Object.values(CONFORMANCE_PACK).flat());

/** Runs the cases of a pack. A case that this version cannot even read has failed. */
export function runPack(text: string): ConformanceResult {
  const cases = readArray(parseJson(text, 'The conformance pack'), 'The conformance pack') as readonly PackCase[];
  if (cases.length === 0) throw new FeedError('The conformance pack has no cases.');
  const failed = cases.flatMap((one) => {
    const expected = sortErrors(one.expect);
    const got = runCase(one);
    return canonicalJson(got) === canonicalJson(expected)
      ? []
      : [{ name: one.name, expected: describeResult(expected), got: describeResult(got) }];
  });
  return { cases: cases.length, passed: cases.length - failed.length, failed: failed.slice(0, MAX_FAILED_CASES) };
}

type Result = PackCase['expect'];

function runCase({ bucket, risk }: PackCase): Result {
  const reading = readRisk(risk);
  if (!reading.ok) return sortErrors({ errors: reading.errors.map(({ path }) => path) });
  return evaluate(bucket.map(completeEntry), reading.risk);
}

const sortErrors = (result: Result): Result => ('errors' in result ? { errors: result.errors.toSorted() } : result);

/** "max line 1,000,000", or what else tells two results apart at a glance. */
function describeResult(result: Result): string {
  if ('errors' in result) return `a refusal of ${result.errors.join(', ') || 'the risk'}`;
  const values = VALUE_KEYS.flatMap((key) => {
    const winner = result.values[key]?.winner;
    return winner === undefined
      ? []
      : [
          `${VALUES[key].label.toLowerCase()} ${typeof winner.value === 'number' ? winner.value.toLocaleString('en-US') : winner.value}`,
        ];
  });
  const missing = result.dials.filter(({ miss }) => miss !== null).length;
  const dials = missing === 0 ? '' : `, ${missing} of ${result.dials.length} dials miss`;
  return `${values.join(', ') || 'no values'}${dials}`;
}
