import { textKey } from '#domain/dimension/codec.ts';
import { type FixedOption, listFacts, MAX_OPTIONS, type ReferenceList } from '#domain/dimension/dimension.ts';

/**
 * Why a cell cannot be read as it is, and what settles it: a name or value without a meaning, or a question about the whole
 * column.
 */
export const CELL_CAUSE_KINDS = ['name', 'value', 'currency', 'decimal', 'dates', 'percent'] as const;
export type CellCause = Readonly<{
  kind: (typeof CELL_CAUSE_KINDS)[number];
  /** The name, the value or the currency; empty for questions about a column. */
  text: string;
  /** A person’s answer: a code, a unit, a currency. */
  fix?: string;
  /** US dollars for one of the currency. */
  rate?: number;
}>;

/** A parsed cell of a portfolio file: a value, empty, or an error. `fixes`: the answers of a person that it depends on. */
export type CellReading =
  /** `as`: the display name of the value. */
  | Readonly<{ kind: 'value'; value: unknown; as?: string; fixes?: readonly CellCause[] }>
  | Readonly<{ kind: 'missing'; fixes?: readonly CellCause[] }>
  /** Without causes the text itself is the cause. */
  | Readonly<{ kind: 'wrong'; message: string; causes?: readonly CellCause[]; fixes?: readonly CellCause[] }>;

export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** How a column is read: what its values show or a person says; undefined where that is not clear. */
export type ColumnReading = Readonly<{
  decimal: DecimalMark | undefined;
  /** The likely decimal mark, while it is not clear. */
  likelyDecimal?: DecimalMark | undefined;
  /** Whether 0.12 is 12%. */
  percent: 'percent' | 'fraction' | undefined;
  dates: 'day first' | 'month first' | undefined;
  /** Whether amounts without a mark are US dollars. */
  isDollars: boolean;
  /** By currency; empty for amounts without a mark. */
  rates: ReadonlyMap<string, Readonly<{ currency: string; usd: number }>>;
  /** The questions that a person answered, apart from currencies. */
  answers: ReadonlySet<CellCause['kind']>;
}>;

/** An option by its name; `isMatch` where a person confirmed it. Empty: no value. Several options may have the same name. */
export type FoundName = Readonly<{ code: string; isMatch?: true }> | Readonly<{ several: readonly string[] }>;
export type CellContext = Readonly<{
  findName: (list: string, text: string) => FoundName | undefined;
  reading: ColumnReading;
}>;
export type ReadCell = (text: string, context: CellContext) => CellReading;

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

/** Codes or names separated by ; or |, or by commas if that is the only way to match all of them. */
export function readOptionsCell(text: string, list: ReferenceList, { findName }: CellContext): CellReading {
  const find = (name: string) => findName(list, name);
  if (ALWAYS_EMPTY.has(textKey(text))) return MISSING;
  if (find(text) === undefined && isEmptyCell(text)) return MISSING;
  const names = splitNames(text, find(text) === undefined ? /[;|]/ : undefined).flatMap((name) => {
    const parts = find(name) === undefined ? splitNames(name, /,/) : [name];
    return parts.every((part) => find(part) !== undefined) ? parts : [name];
  });
  const reading = readNames(names, find, list === 'risk_codes' ? 'risk code' : listFacts(list).noun);
  return reading.kind === 'value' && (reading.value as readonly string[]).length > MAX_OPTIONS
    ? cellError(`More than ${MAX_OPTIONS} of them`)
    : reading;
}

/** The codes of all names, or those that have none. */
export function readNames(
  names: readonly string[],
  find: (name: string) => FoundName | undefined,
  noun: string,
): CellReading {
  const codes = new Set<string>();
  const causes: CellCause[] = [];
  const fixes: CellCause[] = [];
  let message = '';
  for (const name of names) {
    const found = find(name);
    if (found === undefined || 'several' in found) {
      causes.push({ kind: 'name', text: name });
      message ||= found === undefined ? `There is no such ${noun}` : `It can mean ${found.several.join(' or ')}`;
      continue;
    }
    if (found.isMatch) fixes.push({ kind: 'name', text: name, fix: found.code });
    if (found.code !== '') codes.add(found.code);
  }
  const all = fixes.length > 0 ? { fixes } : {};
  if (causes.length > 0) return { kind: 'wrong', message, causes, ...all };
  return codes.size === 0 ? { kind: 'missing', ...all } : { kind: 'value', value: [...codes], ...all };
}

/** Without a separator the text is one name. */
const splitNames = (text: string, separator: RegExp | undefined): string[] =>
  (separator === undefined ? [text] : text.split(separator))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

const formsOf = ({ value, label, synonyms = [] }: FixedOption): string[] => [...synonyms, label, value].map(textKey);

/** Finds options by value, label, synonym, or an initial that no form of another option has: P is Private or Public. */
function createOptionFinder(options: readonly FixedOption[]): (text: string) => FixedOption | undefined {
  const byText = new Map<string, FixedOption>();
  for (const option of options) {
    const initial = option.label.slice(0, 1).toLowerCase();
    const others = options.filter((one) => formsOf(one).some((form) => form.startsWith(initial)));
    if (others.length === 1) byText.set(initial, option);
    for (const form of formsOf(option)) byText.set(form, option);
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
