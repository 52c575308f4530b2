import { findClass } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import {
  type Dimension,
  type FixedOption,
  type IntervalsDimension,
  labelOf,
  listFacts,
  type ReferenceList,
  type Unit,
} from '#domain/dimension/dimension.ts';
import { readNumber } from '#domain/dimension/kind/intervals/interval.number.ts';
import { MAX_OPTIONS } from '#domain/dimension/kind/options.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { type DateOrder, readDate } from './date.ts';
import { type Names, textKey } from './names.ts';
import { isDimension, type Target } from './target.ts';

/** A parsed cell: a value, empty, or an error. `as`: the display name of the value. */
export type CellReading =
  | Readonly<{ kind: 'value'; value: unknown; as?: string; names?: readonly string[] }>
  | Readonly<{ kind: 'missing' }>
  /** `unknown`: the names without a match. */
  | Readonly<{ kind: 'wrong'; message: string; names?: readonly string[]; unknown?: readonly string[] }>;

export type ReadCell = (text: string) => CellReading;
export type CellContext = Readonly<{ names: Names; dates: DateOrder }>;

const MISSING: CellReading = { kind: 'missing' };
/** Texts that count as empty. */
const EMPTY = new Set([
  '',
  '-',
  '–',
  '—',
  '.',
  '?',
  'n/a',
  '#n/a',
  'na',
  'n.a.',
  'nan',
  'null',
  'nil',
  'none',
  'tbc',
  'tba',
  'unknown',
  '(blank)',
]);
/** Empty even for options: never used as codes. */
const ALWAYS_EMPTY = new Set(['', '-', '–', '—', '.', '?', 'n/a', '#n/a', 'n.a.', 'null', '(blank)']);

const value = (read: unknown, as?: string): CellReading =>
  as === undefined ? { kind: 'value', value: read } : { kind: 'value', value: read, as };
const wrong = (message: string): CellReading => ({ kind: 'wrong', message });

/** Creates the cell parser of a target. */
export function cellReader(target: Target, context: CellContext): ReadCell {
  if (isDimension(target)) return dimensionReader(dimensionOf(target), context);
  switch (target) {
    case 'reference':
      return (text) => (isEmpty(text) ? wrong('There is no reference') : textWithin(text, PORTFOLIO_LIMITS.reference));
    case 'cob':
      return (text) =>
        isEmpty(text)
          ? wrong('There is no class of business')
          : readName(text, context.names.findClass, 'class of business');
    case 'journey':
      return (text) => (isEmpty(text) ? MISSING : readName(text, context.names.findJourney, 'journey'));
    case 'date':
      return (text) => (isEmpty(text) ? wrong('There is no date') : dateOf(text, context.dates));
    case 'premium':
      return (text) =>
        isPlain(text)
          ? value(Math.round(Number(text)))
          : isEmpty(text)
            ? MISSING
            : wholeDollars(readAmount(text, { unit: 'usd', negative: true }));
    case 'kept':
      return (text) => (text.trim() === '' ? MISSING : textWithin(text, PORTFOLIO_LIMITS.keptText));
    case 'unused':
      return () => MISSING;
  }
}

const MAX_EMPTY_LENGTH = 20;
const isEmpty = (text: string): boolean => text.length <= MAX_EMPTY_LENGTH && EMPTY.has(textKey(text));

function textWithin(text: string, most: number): CellReading {
  const trimmed = text.trim();
  return trimmed.length > most ? wrong(`Longer than ${most} characters`) : value(trimmed);
}

function dateOf(text: string, order: DateOrder): CellReading {
  const day = readDate(text, order);
  return day === undefined ? wrong('Not a date. 31/01/2025 or 2025-01-31 is') : value(day);
}

function readName(text: string, find: (text: string) => string | undefined, noun: string): CellReading {
  const names = [text.trim()];
  const code = find(text);
  if (code === undefined) return { kind: 'wrong', message: `There is no such ${noun}`, names, unknown: names };
  return { kind: 'value', value: code, as: findClass(code)?.label ?? labelOf(JOURNEYS, code), names };
}

function dimensionReader(dimension: Dimension, { names }: CellContext): ReadCell {
  switch (dimension.kind) {
    case 'intervals':
      return (text) => (isPlain(text) ? value(Number(text)) : isEmpty(text) ? MISSING : readAmount(text, dimension));
    case 'options':
      return (text) => readOptions(text, dimension.list, (name) => names.findOption(dimension.list, name));
    case 'choices': {
      const find = createOptionFinder(dimension.options);
      return (text) => (isEmpty(text) ? MISSING : readChoices(text, dimension.options, find));
    }
    case 'one-of': {
      const find = createOptionFinder(dimension.options);
      return (text) => {
        if (isEmpty(text)) return MISSING;
        const found = find(text);
        return found ? value(found.value, found.label) : wrong(describeMismatch(dimension.options));
      };
    }
    case 'yes-no':
      return readYesNo;
  }
}

const NOT_A_NUMBER: Readonly<Record<Unit, string>> = {
  usd: 'Not a number. 12.5m is',
  percent: 'Not a percentage. 12.5 is',
  hours: 'Not a number of hours',
  days: 'Not a number of days',
  count: 'Not a number. 2,500 is',
  index: 'Not a number. 3.4 is',
};
const CURRENCY = /^(?:usd|us\$)\s*|\s*(?:usd|us\$)$/i;
const PLAIN = /^\d{1,15}(\.\d{1,4})?$/;
export const isPlain = (text: string): boolean => PLAIN.test(text);
const EXPONENT = /^-?\d(\.\d+)?e[+-]?\d{1,2}$/i;
const ACCOUNTING = /^\((.+)\)$/;
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\s*(?:million|mn|mio)$/i, 'm'],
  [/\s*(?:billion)$/i, 'bn'],
  [/\s*(?:thousand)$/i, 'k'],
];
const UNITS: Readonly<Partial<Record<Unit, RegExp>>> = {
  percent: /\s*%$/,
  hours: /\s*(?:hours|hour|hrs|hr|h)$/i,
  days: /\s*(?:days|day|d)$/i,
};

/** Parses `12.5m`, `1,200,000`, `USD 5m`, `12 hrs`. */
export function readAmount(
  text: string,
  { unit, negative }: Pick<IntervalsDimension, 'unit' | 'negative'>,
): CellReading {
  if (isPlain(text)) return value(Number(text));
  const trimmed = text.trim();
  if (EXPONENT.test(trimmed)) return signed(Number(trimmed), negative);
  const inside = ACCOUNTING.exec(trimmed)?.[1];
  let bare = (inside === undefined ? trimmed : `-${inside}`).replace(CURRENCY, '').replace(/^\+/, '');
  const ownUnit = UNITS[unit];
  if (ownUnit) bare = bare.replace(ownUnit, '');
  for (const [word, letter] of WORDS) bare = bare.replace(word, letter);
  const { value: number, hint } = readNumber(withoutSpaces(bare), { negative: true });
  return number === null || hint !== null ? wrong(NOT_A_NUMBER[unit]) : signed(number, negative);
}

/** `1 200 000`, `$ 5m` and `12.5 m`. */
const withoutSpaces = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=\d{3}(?:\D|$))/g, '_').replaceAll(/(?<=[$-]) (?=\d)|(?<=\d) (?=[kmb])/gi, '');

const signed = (number: number, negative: true | undefined): CellReading =>
  number < 0 && !negative ? wrong('Must not be negative') : value(number);

const wholeDollars = (reading: CellReading): CellReading =>
  reading.kind === 'value' ? value(Math.round(reading.value as number)) : reading;

/** Codes or names separated by ; or |, or by commas if that is the only way to match all of them. */
function readOptions(text: string, list: ReferenceList, find: (name: string) => string | undefined): CellReading {
  if (ALWAYS_EMPTY.has(textKey(text))) return MISSING;
  const whole = find(text);
  if (whole !== undefined) return { kind: 'value', value: [whole], names: [text.trim()] };
  if (isEmpty(text)) return MISSING;
  const names = splitNames(text, /[;|]/).flatMap((name) => {
    const parts = find(name) === undefined ? splitNames(name, /,/) : [name];
    return parts.every((part) => find(part) !== undefined) ? parts : [name];
  });
  const unknown = names.filter((name) => find(name) === undefined);
  const noun = list === 'risk_codes' ? 'risk code' : listFacts(list).noun;
  if (unknown.length > 0) return { kind: 'wrong', message: `There is no such ${noun}`, names, unknown };
  const codes = [...new Set(names.flatMap((name) => find(name) ?? []))];
  if (codes.length === 0) return MISSING;
  return codes.length > MAX_OPTIONS
    ? wrong(`More than ${MAX_OPTIONS} of them`)
    : { kind: 'value', value: codes, names };
}

const splitNames = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** Synonyms of options, besides value, label and initial. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  primary: ['pri', 'prim'],
  excess: ['xs', 'x', 'xol'],
  listed: ['public', 'quoted'],
  private: ['unlisted'],
  onshore: ['on'],
  offshore: ['off'],
};

/** Finds options by value, label, synonym or unique initial. */
function createOptionFinder(options: readonly FixedOption[]): (text: string) => FixedOption | undefined {
  const byText = new Map<string, FixedOption>();
  for (const option of options) {
    const initial = option.label.slice(0, 1).toLowerCase();
    if (options.filter(({ label }) => label.toLowerCase().startsWith(initial)).length === 1)
      byText.set(initial, option);
    for (const form of [...(SYNONYMS[option.value] ?? []), option.label, option.value])
      byText.set(textKey(form), option);
  }
  return (text) => byText.get(textKey(text));
}

function describeMismatch(options: readonly FixedOption[]): string {
  const names = options.map(({ value: code, label }) => (code === 'primary' ? 'P' : code === 'excess' ? 'XS' : label));
  return names.length === 2 ? `Neither ${names.join(' nor ')}` : `None of ${names.join(', ')}`;
}

function readChoices(
  text: string,
  options: readonly FixedOption[],
  find: (text: string) => FixedOption | undefined,
): CellReading {
  const found = splitNames(text, /[;|,]/).map(find);
  const selected = [...new Set(found.flatMap((option) => option ?? []))];
  if (found.length === 0 || found.includes(undefined)) return wrong(describeMismatch(options));
  return value(
    selected.map((option) => option.value),
    selected.map(({ label }) => label).join(', '),
  );
}

const YES = new Set(['yes', 'y', 'true', 't', '1', '1.0', 'x', '✓']);
const NO = new Set(['no', 'n', 'false', 'f', '0', '0.0']);

function readYesNo(text: string): CellReading {
  const word = textKey(text);
  if (YES.has(word)) return value(true, 'Yes');
  if (NO.has(word)) return value(false, 'No');
  return EMPTY.has(word) ? MISSING : wrong('Neither yes nor no');
}
