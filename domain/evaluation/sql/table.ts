import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { type ConditionKey, RISK_READERS } from '#domain/evaluation/compiled/conditions.ts';
import { type Dialect, DICTIONARY } from './dialect.ts';

/** The input table: one row per risk, one column per dimension. */
export const RISKS = 'risks';
/** The same with codes instead of texts; buckets are evaluated on it. */
export const CODED_RISKS = 'lineslip_risks';

/** The storage type of a column. */
type StorageType = 'day' | 'number' | 'text' | 'flag' | 'texts';
export type Column = Readonly<{ condition: ConditionKey; name: string; holds: StorageType }>;

const SHORT_NAMES: Readonly<Partial<Record<ConditionKey, string>>> = { window: 'date', journeys: 'journey' };

/** The column of a condition, in both tables. */
export const columnOf = (condition: ConditionKey): string => SHORT_NAMES[condition] ?? condition;

/** Whether a risk can have several texts: the first is in the column itself, the rest in a second one. */
export const holdsSeveral = (condition: ConditionKey): boolean => storageOf(condition) === 'texts';
export const moreColumnOf = (condition: ConditionKey): string => `${columnOf(condition)}_more`;

function storageOf(condition: ConditionKey): StorageType {
  if (condition === 'window') return 'day';
  if (condition === 'journeys') return 'text';
  const { encoding } = kindOf(dimensionOf(condition));
  return encoding.holds === 'number' ? 'number' : encoding.column;
}

export const COLUMNS: readonly Column[] = RISK_READERS.map(({ condition }) => ({
  condition,
  name: columnOf(condition),
  holds: storageOf(condition),
}));
const TEXT_COLUMNS = COLUMNS.filter(({ holds }) => holds !== 'day' && holds !== 'number');

const KEYS = ['reference', 'class_of_business'];
const indent = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join(',\n');

export const createTable = ({ tableEnd }: Dialect, name: string, columns: readonly string[], order: string): string =>
  `CREATE TABLE IF NOT EXISTS ${name} (\n${indent(columns)}\n)${tableEnd(order)}`;

/** Creates the input table. */
export function createRisks(dialect: Dialect): string {
  const { types } = dialect;
  const typeOf: Readonly<Record<StorageType, string>> = {
    day: types.day,
    number: types.numberOrNone,
    text: types.textOrNone,
    flag: types.flagOrNone,
    texts: types.texts,
  };
  const columns = [
    ...KEYS.map((key) => `${key} ${types.text}`),
    ...COLUMNS.map(({ name, holds }) => `${name} ${typeOf[holds]}`),
  ];
  return createTable(dialect, RISKS, columns, 'class_of_business, reference');
}

/** Column definitions of the coded table. */
export const codedColumns = ({ types }: Dialect): string[] =>
  COLUMNS.flatMap(({ condition, name, holds }) => {
    if (holds === 'day') return [`${name} ${types.dayNumber}`];
    if (holds === 'number') return [`${name} ${types.numberOrNone}`];
    const code = `${name} ${types.code}`;
    return holds === 'texts' ? [code, `${moreColumnOf(condition)} ${types.codes}`] : [code];
  });

/** Creates the dictionary and the coded table. */
export function createTables(dialect: Dialect): string[] {
  const { types } = dialect;
  const dictionary = [`condition ${types.text}`, `text ${types.text}`, `code ${types.code}`];
  const nothing = TEXT_COLUMNS.map(({ condition }) => `  ('${condition}', '', 1)`);
  const columns = [...KEYS.map((key) => `${key} ${types.text}`), ...codedColumns(dialect)];
  return [
    createTable(dialect, DICTIONARY, dictionary, 'condition, code'),
    `INSERT INTO ${DICTIONARY} VALUES\n${nothing.join(',\n')}`,
    createTable(dialect, CODED_RISKS, columns, 'class_of_business, reference'),
  ];
}

/** The text; empty where unknown. */
function textIn({ name, holds }: Column): string {
  if (holds === 'flag') return `coalesce(CASE WHEN ${name} THEN 'yes' WHEN NOT ${name} THEN 'no' END, '')`;
  return `coalesce(${name}, '')`;
}

/** Encodes the input table into the coded one. Existing codes are kept. */
export function fillTables(dialect: Dialect): string[] {
  const found = TEXT_COLUMNS.map((column) => {
    const text = column.holds === 'texts' ? dialect.unfold(column.name) : textIn(column);
    return `  SELECT DISTINCT '${column.condition}' AS condition, ${text} AS text FROM ${RISKS}`;
  });
  const added = `SELECT condition, text, known
FROM (
${found.join('\n  UNION ALL\n')}
) AS found
JOIN (SELECT condition, max(code) AS known FROM ${DICTIONARY} GROUP BY condition) AS highest USING (condition)
WHERE text <> '' AND (condition, text) NOT IN (SELECT condition, text FROM ${DICTIONARY})`;
  return [
    `INSERT INTO ${DICTIONARY}\n${dialect.numberTexts(added)}`,
    ...TEXT_COLUMNS.flatMap(({ condition }) => dialect.prepareCodes(condition)),
    `INSERT INTO ${CODED_RISKS}\nSELECT\n${indent([...KEYS, ...COLUMNS.flatMap((column) => codesIn(dialect, column))])}\nFROM ${RISKS}`,
  ];
}

function codesIn(dialect: Dialect, column: Column): string[] {
  const { condition, name, holds } = column;
  if (holds === 'day') return [dialect.dayNumberOf(name)];
  if (holds === 'number') return [dialect.finite(name)];
  if (holds !== 'texts') return [dialect.codeOf(condition, textIn(column))];
  const first = `coalesce(${dialect.at(name, '1')}, '')`;
  return [dialect.codeOf(condition, first), dialect.codesOfMore(condition, name)];
}
