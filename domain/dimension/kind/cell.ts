import { type FindOption, textKey } from '#domain/dimension/codec.ts';
import {
  type FixedOption,
  type IntervalsDimension,
  listFacts,
  MAX_OPTIONS,
  type ReferenceList,
} from '#domain/dimension/dimension.ts';
import { unitFacts } from '#domain/dimension/format.ts';
import { readNumber } from './intervals/interval.number.ts';

/** A parsed cell of a portfolio file: a value, empty, or an error. `as`: the display name of the value. */
export type CellReading =
  | Readonly<{ kind: 'value'; value: unknown; as?: string; names?: readonly string[] }>
  | Readonly<{ kind: 'missing' }>
  /** `unknown`: the names without a match. */
  | Readonly<{ kind: 'wrong'; message: string; names?: readonly string[]; unknown?: readonly string[] }>;

export type ReadCell = (text: string, findOption: FindOption) => CellReading;

export const MISSING: CellReading = { kind: 'missing' };
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

export const cellValue = (read: unknown, as?: string): CellReading =>
  as === undefined ? { kind: 'value', value: read } : { kind: 'value', value: read, as };
export const cellError = (message: string): CellReading => ({ kind: 'wrong', message });

const MAX_EMPTY_LENGTH = 20;
export const isEmptyCell = (text: string): boolean => text.length <= MAX_EMPTY_LENGTH && EMPTY.has(textKey(text));

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
/** Parses `12.5m`, `1,200,000`, `USD 5m`, `12 hrs`. */
export function readNumberCell(
  text: string,
  { unit, negative }: Pick<IntervalsDimension, 'unit' | 'negative'>,
): CellReading {
  if (isPlain(text)) return cellValue(Number(text));
  const trimmed = text.trim();
  if (EXPONENT.test(trimmed)) return signed(Number(trimmed), negative);
  const inside = ACCOUNTING.exec(trimmed)?.[1];
  let bare = (inside === undefined ? trimmed : `-${inside}`).replace(CURRENCY, '').replace(/^\+/, '');
  const { suffix, notANumber } = unitFacts(unit);
  if (suffix) bare = bare.replace(suffix, '');
  for (const [word, letter] of WORDS) bare = bare.replace(word, letter);
  const { value: number, hint } = readNumber(withoutSpaces(bare), { negative: true });
  return number === null || hint !== null ? cellError(notANumber) : signed(number, negative);
}

/** `1 200 000`, `$ 5m` and `12.5 m`. */
const withoutSpaces = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=\d{3}(?:\D|$))/g, '_').replaceAll(/(?<=[$-]) (?=\d)|(?<=\d) (?=[kmb])/gi, '');

const signed = (number: number, negative: true | undefined): CellReading =>
  number < 0 && !negative ? cellError('Must not be negative') : cellValue(number);

/** Codes or names separated by ; or |, or by commas if that is the only way to match all of them. */
export function readOptionsCell(text: string, list: ReferenceList, findOption: FindOption): CellReading {
  const find = (name: string) => findOption(list, name);
  if (ALWAYS_EMPTY.has(textKey(text))) return MISSING;
  const whole = find(text);
  if (whole !== undefined) return { kind: 'value', value: [whole], names: [text.trim()] };
  if (isEmptyCell(text)) return MISSING;
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
    ? cellError(`More than ${MAX_OPTIONS} of them`)
    : { kind: 'value', value: codes, names };
}

const splitNames = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** Finds options by value, label, synonym or unique initial. */
function createOptionFinder(options: readonly FixedOption[]): (text: string) => FixedOption | undefined {
  const byText = new Map<string, FixedOption>();
  for (const option of options) {
    const initial = option.label.slice(0, 1).toLowerCase();
    if (options.filter(({ label }) => label.toLowerCase().startsWith(initial)).length === 1)
      byText.set(initial, option);
    for (const form of [...(option.synonyms ?? []), option.label, option.value]) byText.set(textKey(form), option);
  }
  return (text) => byText.get(textKey(text));
}

function describeMismatch(options: readonly FixedOption[]): string {
  const names = options.map(({ label, short }) => short ?? label);
  return names.length === 2 ? `Neither ${names.join(' nor ')}` : `None of ${names.join(', ')}`;
}

/** `several`: options separated by ; | or commas. */
export function createChoiceReader(options: readonly FixedOption[], several: boolean): ReadCell {
  const find = createOptionFinder(options);
  const readSeveral = (text: string): CellReading => {
    const found = splitNames(text, /[;|,]/).map(find);
    const selected = [...new Set(found.flatMap((option) => option ?? []))];
    if (found.length === 0 || found.includes(undefined)) return cellError(describeMismatch(options));
    return cellValue(
      selected.map((option) => option.value),
      selected.map(({ label }) => label).join(', '),
    );
  };
  const readOne = (text: string): CellReading => {
    const found = find(text);
    return found ? cellValue(found.value, found.label) : cellError(describeMismatch(options));
  };
  const read = several ? readSeveral : readOne;
  return (text) => (isEmptyCell(text) ? MISSING : read(text));
}

const YES = new Set(['yes', 'y', 'true', 't', '1', '1.0', 'x', '✓']);
const NO = new Set(['no', 'n', 'false', 'f', '0', '0.0']);

export function readYesNoCell(text: string): CellReading {
  const word = textKey(text);
  if (YES.has(word)) return cellValue(true, 'Yes');
  if (NO.has(word)) return cellValue(false, 'No');
  return EMPTY.has(word) ? MISSING : cellError('Neither yes nor no');
}
