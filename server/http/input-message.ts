import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;
type Code = z.core.$ZodIssue['code'];
type IssueOf<C extends Code> = Issue & Extract<z.core.$ZodIssue, { code: C }>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'Write text',
  number: 'Write a number',
  int: 'Write a whole number',
  boolean: 'Write true or false',
  array: 'Send a list',
  object: 'Send an object',
  record: 'Send an object',
  null: 'Send null',
};

/** A day that is still to come, so that a field for later days takes it, too. */
const exampleDay = (): string => `${new Date().getUTCFullYear() + 1}-01-01`;

const FORMATS: Readonly<Record<string, () => string>> = {
  date: () => `Write a day like ${exampleDay()}`,
  datetime: () => `Write a moment like ${exampleDay()}T09:30:00Z`,
  uuid: () => 'Write an id like 123e4567-e89b-42d3-a456-426614174000',
  email: () => 'Write an e-mail address like name@example.com',
  url: () => 'Write an address like https://example.com',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const printNumber = (number: number | bigint): string => number.toLocaleString('en');
const withUnit = (limit: number | bigint, origin: string): string => {
  const unit = UNITS[origin];
  return unit ? `${printNumber(limit)} ${Number(limit) === 1 ? unit[0] : unit[1]}` : printNumber(limit);
};
const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `This must be ${String(values[0])}` : `Choose one of: ${values.map(String).join(', ')}`;

const MESSAGES = {
  invalid_type: ({ input, expected }) =>
    input === undefined ? 'Required' : (TYPES[expected] ?? 'This is of the wrong type'),
  invalid_value: ({ input, values }) => (input === undefined ? `Required. ${oneOf(values)}` : oneOf(values)),
  too_big: ({ maximum, inclusive, origin }) =>
    `${inclusive === false ? 'Less than' : 'At most'} ${withUnit(maximum, origin)}`,
  too_small: ({ minimum, inclusive, origin }) =>
    origin === 'string' && Number(minimum) === 1
      ? 'Required'
      : `${inclusive === false ? 'More than' : 'At least'} ${withUnit(minimum, origin)}`,
  invalid_format: ({ format }) => FORMATS[format]?.() ?? 'This is not written correctly',
  not_multiple_of: ({ divisor }) => `Write a multiple of ${divisor}`,
  unrecognized_keys: () => 'There is no such field',
  invalid_union: (issue) =>
    'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : joinBranches(issue),
  invalid_key: () => 'There is no such field',
  invalid_element: () => 'This entry is not accepted',
  custom: () => 'This is not accepted',
} satisfies { [C in Code]: (issue: IssueOf<C>) => string };

/** What each alternative expects. */
function joinBranches({ input, errors }: IssueOf<'invalid_union'>): string {
  if (input === undefined) return 'Required';
  const expected = errors.flatMap(([first]) => (first ? [[...first.path.map(String), first.message].join(': ')] : []));
  return [...new Set(expected)].join('. Or: ') || 'This is not accepted';
}

/** Says how to fix an input, where its schema does not. Pass it to `parse` as `error`. */
export const describeIssue = (issue: Issue): string => (MESSAGES[issue.code] as (of: Issue) => string)(issue);
