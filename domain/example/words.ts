import { JOURNEYS } from '#domain/dial/dial.ts';
import { labelOf, type NameOption } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import { capitalise, uncapitalise } from '#domain/dimension/words.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { shortLabelOf, type ValueKey, valueKindOf, VALUES } from '#domain/value/registry.ts';
import { riskKey } from './change.ts';
import { type ExampleData, type Expected, expectedKeys, NONE } from './example.ts';

/** `1,500,000`, `30%`, or `none` where no dial sets it. */
export const describeExpected = (key: ValueKey, value: string | number): string =>
  value === NONE ? NONE : valueKindOf(key).describe(value);

const describeOne = (key: ValueKey, value: string | number): string =>
  `${uncapitalise(shortLabelOf(key))} ${describeExpected(key, value)}`;

/** "max line 1,500,000, lead share cap 30%" */
export const describeExpectations = (expected: Expected): string =>
  expectedKeys(expected)
    .map((key) => describeOne(key, expected[key] ?? NONE))
    .join(', ');

/** "Maintains, max 1,000,000, policy 5%": short form. */
export const describeBriefly = (expected: Expected): string =>
  capitalise(
    expectedKeys(expected)
      .map((key) => `${VALUES[key].brief} ${describeExpected(key, expected[key] ?? NONE)}`.trim())
      .join(', '),
  );

const MAX_PARTS = 4;

/** "Primary, CY, healthcare, renewal". Leaves out numbers. */
export function describeRisk({ journey, dimensions }: Risk, nameOption: NameOption): string {
  // Options of a risk have the same form as in a dial.
  const named = listSetDimensions(dimensions as DialDimensions)
    .toSorted((a, b) => a.kind.summaryOrder - b.kind.summaryOrder)
    .map(({ kind, value }) =>
      kind
        .summarise(value, nameOption)
        .map(({ text }) => text)
        .join(''),
    );
  const parts = [
    ...named.slice(0, MAX_PARTS - 1),
    ...(journey === null ? [] : [uncapitalise(labelOf(JOURNEYS, journey))]),
  ];
  return capitalise(parts.join(', '));
}

/** "max line 1,500,000 expected before, 1,250,000 now". */
export function describeExampleChange(was: ExampleData | null, became: ExampleData | null): string {
  if (became === null) return was === null ? '' : `deleted; it expected ${describeExpectations(was.expected)}`;
  if (was === null) return `added; it expects ${describeExpectations(became.expected)}`;
  const keys = expectedKeys({ ...was.expected, ...became.expected });
  return [
    ...(was.name === became.name ? [] : [`called “${was.name}” before`]),
    ...keys.flatMap((key) => describeMove(key, was.expected[key], became.expected[key]) ?? []),
    ...(riskKey(was.risk) === riskKey(became.risk) ? [] : ['its risk has changed']),
  ].join('; ');
}

type Amount = string | number | undefined;

function describeMove(key: ValueKey, before: Amount, now: Amount): string | undefined {
  if (before === now) return undefined;
  if (before === undefined) return `${describeOne(key, now ?? NONE)} expected now`;
  if (now === undefined) return `${describeOne(key, before)} no longer expected`;
  return `${describeOne(key, before)} expected before, ${describeExpected(key, now)} now`;
}
