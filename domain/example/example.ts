import { type FieldError, MESSAGES } from '#domain/dial/check.ts';
import { nameKey } from '#domain/dial/search.ts';
import { readRisk, type Risk } from '#domain/evaluation/risk.ts';
import { checkValue, type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';

export const EXAMPLE_LIMITS = { perBucket: 200, name: 80 } as const;

/** What is expected where no dial is to set the value. */
export const NONE = 'none';

type ExpectedValue<K extends ValueKey> = NonNullable<DialValues[K]> | typeof NONE;
/** What a risk should get: of a value that is left out nothing is expected. */
export type Expected = { readonly [K in ValueKey]?: ExpectedValue<K> | undefined };

/** A risk with the values it should get, as it is kept with a bucket. Every bucket has its own. */
export type ExampleData = Readonly<{ name: string; risk: Risk; expected: Expected }>;
export type Example = ExampleData & Readonly<{ id: string }>;

export const EXAMPLE_MESSAGES = {
  tooLong: `A name has at most ${EXAMPLE_LIMITS.name} characters.`,
  nothingExpected: 'Choose at least one value to expect.',
} as const;

export const EXAMPLE_REFUSALS = {
  full: `This bucket has ${EXAMPLE_LIMITS.perBucket} examples, which is as many as it can keep. Delete one first.`,
  taken: 'This bucket has an example of that name already. Choose another name.',
  unknown: 'There is no such example in this bucket.',
} as const;

export type ExampleReading =
  | Readonly<{ ok: true; example: ExampleData }>
  | Readonly<{ ok: false; errors: readonly FieldError[] }>;

/** Reads an example as it was sent and names every mistake at once. The name is trimmed, the risk as it is kept. */
export function readExample({ name: sent, risk, expected }: ExampleData): ExampleReading {
  const name = sent.trim();
  const reading = readRisk(risk);
  const errors = [
    ...(name === '' ? [{ path: 'name', message: MESSAGES.required }] : []),
    ...(name.length > EXAMPLE_LIMITS.name ? [{ path: 'name', message: EXAMPLE_MESSAGES.tooLong }] : []),
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

/** Two examples of a bucket differ by more than capitals, accents and spaces around the name. */
export const exampleKey = ({ name }: Pick<ExampleData, 'name'>): string => nameKey(name);
