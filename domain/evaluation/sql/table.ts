import { dimensionOf } from '#domain/dimension/registry.ts';
import { type Condition, RISK_READERS } from '#domain/evaluation/compiled/conditions.ts';
import { type Dialect, DICTIONARY } from './dialect.ts';

/** The table that a warehouse fills: one row for each risk, one column for each dimension. */
export const RISKS = 'risks';
/** The same with codes in the place of texts, as a bucket is measured on it. */
export const CODED_RISKS = 'lineslip_risks';

/** How a column holds what risks have: one number, one answer, yes or no, or any number of texts. */
type Holds = 'day' | 'number' | 'text' | 'flag' | 'texts';
export type Column = Readonly<{ condition: Condition; name: string; holds: Holds }>;

const SHORT_NAMES: Readonly<Partial<Record<Condition, string>>> = { window: 'date', journeys: 'journey' };

/** The name of the column of a condition, in both tables. */
export const columnOf = (condition: Condition): string => SHORT_NAMES[condition] ?? condition;

/** Whether a risk may have several texts there: the first stands in the column itself, the others in a second one. */
export const hasSeveral = (condition: Condition): boolean => holdsOf(condition) === 'texts';
export const moreOf = (condition: Condition): string => `${columnOf(condition)}_more`;

function holdsOf(condition: Condition): Holds {
  if (condition === 'window') return 'day';
  if (condition === 'journeys') return 'text';
  const { kind } = dimensionOf(condition);
  if (kind === 'intervals') return 'number';
  if (kind === 'yes-no') return 'flag';
  return kind === 'one-of' ? 'text' : 'texts';
}

/** A column for each condition, in their order. */
export const COLUMNS: readonly Column[] = RISK_READERS.map(({ condition }) => ({
  condition,
  name: columnOf(condition),
  holds: holdsOf(condition),
}));
const TEXT_COLUMNS = COLUMNS.filter(({ holds }) => holds !== 'day' && holds !== 'number');

const KEYS = ['reference', 'class_of_business'];
const indent = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join(',\n');

export const createTable = ({ tableEnd }: Dialect, name: string, columns: readonly string[], order: string): string =>
  `CREATE TABLE IF NOT EXISTS ${name} (\n${indent(columns)}\n)${tableEnd(order)}`;

/** Makes the table of the risks as a warehouse has them. */
export function createRisks(dialect: Dialect): string {
  const { types } = dialect;
  const typeOf: Readonly<Record<Holds, string>> = {
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

/** The columns of all conditions with codes in the place of texts, and their types. */
export const describeCoded = ({ types }: Dialect): string[] =>
  COLUMNS.flatMap(({ condition, name, holds }) => {
    if (holds === 'day') return [`${name} ${types.dayNumber}`];
    if (holds === 'number') return [`${name} ${types.numberOrNone}`];
    const code = `${name} ${types.code}`;
    return holds === 'texts' ? [code, `${moreOf(condition)} ${types.codes}`] : [code];
  });

/** Makes the dictionary and the coded table. */
export function createTables(dialect: Dialect): string[] {
  const { types } = dialect;
  const dictionary = [`condition ${types.text}`, `text ${types.text}`, `code ${types.code}`];
  const nothing = TEXT_COLUMNS.map(({ condition }) => `  ('${condition}', '', 1)`);
  const columns = [...KEYS.map((key) => `${key} ${types.text}`), ...describeCoded(dialect)];
  return [
    createTable(dialect, DICTIONARY, dictionary, 'condition, code'),
    `INSERT INTO ${DICTIONARY} VALUES\n${nothing.join(',\n')}`,
    createTable(dialect, CODED_RISKS, columns, 'class_of_business, reference'),
  ];
}

/** The text, or the empty one where nothing is known. */
function textIn({ name, holds }: Column): string {
  if (holds === 'flag') return `coalesce(CASE WHEN ${name} THEN 'yes' WHEN NOT ${name} THEN 'no' END, '')`;
  return `coalesce(${name}, '')`;
}

/** Adds all risks of the plain table to the coded one. Texts that were coded before keep their codes. */
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
