import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { letterOf } from '#domain/dial/exchange.ts';
import { cellReader } from './cell.ts';
import { readDate } from './date.ts';
import { splitHeader } from '#domain/dimension/kind/currency.ts';
import { nameKey, type Names } from './names.ts';
import { PLAIN_READING } from './reading.ts';
import { type Fact, isDimension, isFact, isSingle, type Target, TARGETS, targetLabel } from './target.ts';

export type Column = Readonly<{ name: string; values: readonly string[] }>;
/** Targets of columns in earlier files, by `listColumnKeys`. */
export type KnownTargets = ReadonlyMap<string, Target>;

/** Column name synonyms; those of dimensions are in the registry. */
const SYNONYMS: Readonly<Record<Fact, readonly string[]>> = {
  reference: [
    'ref',
    'id',
    'risk_id',
    'risk_ref',
    'risk_reference',
    'submission',
    'submission_id',
    'submission_ref',
    'submission_reference',
    'policy_ref',
    'policy_reference',
    'policy_number',
    'policy_no',
    'umr',
    'ref_no',
    'unique_market_reference',
    'quote_ref',
    'quote_id',
    'number',
  ],
  cob: ['cob', 'class', 'class_code', 'lob', 'line_of_business', 'business_class', 'product'],
  journey: [
    'transaction',
    'transaction_type',
    'business_type',
    'new_or_renewal',
    'submission_type',
    'new_renewal',
    'nb_rnl',
  ],
  date: [
    'inception',
    'inception_date',
    'effective',
    'effective_date',
    'start_date',
    'risk_date',
    'submission_date',
    'submitted',
    'received',
    'quote_date',
    'written_date',
  ],
  premium: ['gwp', 'gross_premium', 'gross_written_premium', 'premium_usd', 'written_premium', 'annual_premium'],
};
const synonymsOf = (target: Target): readonly string[] =>
  isDimension(target) ? dimensionOf(target).columns : isFact(target) ? SYNONYMS[target] : [];

const BY_NAME: ReadonlyMap<string, Target> = new Map(
  TARGETS.filter(isSingle).flatMap((target) =>
    [target, targetLabel(target), ...synonymsOf(target)].map((name) => [nameKey(name), target] as const),
  ),
);

/**
 * What a column is remembered by: its name, and if several have that name, its place among them, as in `revenue#2/2`. Empty
 * without a name. Keys of names have no other characters than letters and digits.
 */
export function listColumnKeys(names: readonly string[]): string[] {
  const keys = names.map(nameKey);
  const countOf = Map.groupBy(keys.keys(), (index) => keys[index] ?? '');
  return keys.map((key, index) => {
    const sharing = countOf.get(key) ?? [];
    return key === '' || sharing.length === 1 ? key : `${key}#${sharing.indexOf(index) + 1}/${sharing.length}`;
  });
}

/** The columns of which a person has to say what they are: several have the name, and no file had so many of it before. */
export function findAskedColumns(names: readonly string[], knownTargets: KnownTargets): number[] {
  const keys = listColumnKeys(names);
  const isShared = (index: number) => (keys[index] ?? '').includes('#');
  const unknown = new Set(
    names.flatMap((name, index) => (isShared(index) && !knownTargets.has(keys[index] ?? '') ? [nameKey(name)] : [])),
  );
  return [...names.keys()].filter((index) => unknown.has(nameKey(names[index] ?? '')));
}

/** What keeps a file from being checked until someone says what these columns are. */
export function describeAskedColumns(names: readonly string[], undecided: readonly number[]): string | undefined {
  const [first] = undecided;
  if (first === undefined) return undefined;
  const key = nameKey(names[first] ?? '');
  const sharing = [...names.keys()].filter((index) => nameKey(names[index] ?? '') === key);
  const letters = sharing.map(letterOf);
  const columns = `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)}`;
  const name = names[sharing[0] ?? first]?.trim();
  return `The columns ${columns} have the same name, “${name}”. Choose what each of them is.`;
}

/** Minimum share of values that must match. */
const MIN_MATCH_SHARE = 0.8;

/**
 * Guesses the target of each column: from earlier files, else by name, else by its first values. Targets are unique; others
 * are `unused`, and so are those of which a person has to say what they are.
 */
export function guessTargets(columns: readonly Column[], names: Names, knownTargets: KnownTargets): Target[] {
  const columnNames = columns.map(({ name }) => name);
  const [keys, undecided] = [listColumnKeys(columnNames), new Set(findAskedColumns(columnNames, knownTargets))];
  const guessable = columns.filter((_, index) => !undecided.has(index));
  const used = new Set<Target>();
  const guessed = new Map<Column, Target>();
  const assign = (column: Column, target: Target | undefined) => {
    if (target === undefined || guessed.has(column) || (isSingle(target) && used.has(target))) return;
    const keptColumns = [...guessed.values()].filter((other) => other === 'kept').length;
    if (target === 'kept' && keptColumns >= PORTFOLIO_LIMITS.keptColumns) return;
    used.add(target);
    guessed.set(column, target);
  };
  for (const [index, column] of columns.entries()) assign(column, knownTargets.get(keys[index] ?? ''));
  for (const column of guessable) assign(column, guessByName(column.name));
  for (const column of guessable) assign(column, guessByValues(column, names));
  return columns.map((column) => guessed.get(column) ?? 'unused');
}

/** By the whole name, without a currency at its end, or by one part of `UMR / Ref No.`. */
function guessByName(name: string): Target | undefined {
  const { name: bare } = splitHeader(name);
  const parts = [name, bare, ...bare.split('/'), bare.replaceAll(/\(.*?\)/g, '')];
  return parts.map((part) => BY_NAME.get(nameKey(part))).find((target) => target !== undefined);
}

/** For the years of dates: any day will do to recognise them. */
const ANY_DAY = '2026-01-01';

function guessByValues({ values }: Column, names: Names): Target | undefined {
  const isMostly = (matches: (text: string) => boolean) => {
    const filled = values.filter((text) => text.trim() !== '');
    // Short numbers and empty columns are ambiguous.
    if (filled.every((text) => /^\d{1,4}$/.test(text))) return false;
    return filled.filter(matches).length >= MIN_MATCH_SHARE * filled.length;
  };
  if (isMostly((text) => names.find('cob', text) !== undefined)) return 'cob';
  if (isMostly((text) => names.find('journey', text) !== undefined)) return 'journey';
  if (isMostly((text) => /\d/.test(text) && readDate(text, ANY_DAY) !== undefined)) return 'date';
  return DIMENSION_KEYS.find((key) => {
    if (dimensionOf(key).kind !== 'options') return false;
    const read = cellReader(key, { names, reading: PLAIN_READING, today: ANY_DAY });
    return isMostly((text) => read(text).kind === 'value');
  });
}
