import { type FieldError, MESSAGES } from '#domain/dial/check.ts';
import { nameKey } from '#domain/dial/search.ts';
import { readRisk, type Risk } from '#domain/evaluation/risk.ts';
import { isOneLine, ONE_LINE } from '#domain/text/one-line.ts';
import { checkValue, type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';

export const EXAMPLE_LIMITS = { perBucket: 200, name: 80 } as const;

/** Expects that no dial sets the value. */
export const NONE = 'none';

type ExpectedValue<K extends ValueKey> = NonNullable<DialValues[K]> | typeof NONE;
/** Missing values are not checked. */
export type Expected = { readonly [K in ValueKey]?: ExpectedValue<K> | undefined };

/** A risk with its expected values, stored per bucket. */
export type ExampleData = Readonly<{ name: string; risk: Risk; expected: Expected }>;
export type Example = ExampleData & Readonly<{ id: string }>;

export const EXAMPLE_MESSAGES = {
  tooLong: `A name has at most ${EXAMPLE_LIMITS.name} characters.`,
  nothingExpected: 'Choose at least one value to expect.',
} as const;

export const EXAMPLE_REFUSALS = {
  full: `This bucket has ${EXAMPLE_LIMITS.perBucket} examples, the maximum. Delete one first.`,
  taken: 'This bucket already has an example with this name. Choose another name.',
  unknown: 'There is no such example in this bucket.',
  twice: (name: string) => `Two examples would have the name “${name}”. Give one of them another name.`,
} as const;

export type ExampleReading =
  | Readonly<{ ok: true; example: ExampleData }>
  | Readonly<{ ok: false; errors: readonly FieldError[] }>;

/** Validates an example and reports all errors. Trims the name and normalises the risk. */
export function readExample({ name: sent, risk, expected }: ExampleData): ExampleReading {
  const name = sent.trim();
  const reading = readRisk(risk);
  const errors = [
    ...(name === '' ? [{ path: 'name', message: MESSAGES.required }] : []),
    ...(name.length > EXAMPLE_LIMITS.name ? [{ path: 'name', message: EXAMPLE_MESSAGES.tooLong }] : []),
    ...(isOneLine(name) ? [] : [{ path: 'name', message: ONE_LINE }]),
    ...(reading.ok ? [] : reading.errors.map(({ path, message }) => ({ path: `risk.${path}`, message }))),
    ...checkExpected(expected),
  ];
  return errors.length > 0 || !reading.ok
    ? { ok: false, errors }
    : { ok: true, example: { name, risk: reading.risk, expected: onlyExpected(expected) } };
}

function checkExpected(expected: Expected): FieldError[] {
  if (expectedKeys(expected).length === 0) return [{ path: 'expected', message: EXAMPLE_MESSAGES.nothingExpected }];
  return expectedKeys(expected).flatMap((key) => {
    const value = expected[key];
    const message = value === NONE ? undefined : checkValue(key, value);
    return message === undefined ? [] : [{ path: `expected.${key}`, message }];
  });
}

export const expectedKeys = (expected: Expected): ValueKey[] => VALUE_KEYS.filter((key) => expected[key] !== undefined);

const onlyExpected = (expected: Expected): Expected =>
  Object.fromEntries(expectedKeys(expected).map((key) => [key, expected[key]]));

/** Names must differ in more than case, accents and surrounding spaces. */
export const exampleKey = ({ name }: Pick<ExampleData, 'name'>): string => nameKey(name);
