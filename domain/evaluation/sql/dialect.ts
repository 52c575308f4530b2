/** The table of the codes of texts. The first code of each condition is that of the empty text, which stands for nothing. */
export const DICTIONARY = 'lineslip_dictionary';

/** What a statement says otherwise in one engine than in another. All texts that are handed over are SQL but for `text`. */
export type Dialect = Readonly<{
  /** How many dials one mask holds: the bits of its number but for the sign. */
  planeDials: number;
  types: Readonly<{
    text: string;
    textOrNone: string;
    texts: string;
    numberOrNone: string;
    flagOrNone: string;
    day: string;
    dayNumber: string;
    code: string;
    codes: string;
  }>;
  /** What a table needs after its columns. */
  tableEnd: (order: string) => string;
  /** A text as a literal: whatever is in it stays inside. */
  text: (text: string) => string;
  mask: (mask: bigint) => string;
  masks: (masks: readonly bigint[]) => string;
  list: (items: readonly string[]) => string;
  /** One of a list; the first is at 1. */
  at: (list: string, place: string) => string;
  /** The dials that are in each of the masks. */
  and: (masks: readonly string[]) => string;
  /** The place of the first dial of a mask that holds one, from 1. */
  first: (mask: string) => string;
  /** The dials that are in the mask of any of these codes. */
  anyOf: (masks: string, codes: Readonly<{ first: string; more: string }>) => string;
  /** What stands in `to` where the text stands in `from`. */
  translate: (text: string, from: string, to: string, otherwise: string) => string;
  /** A list of these, in the order of the codes, of all rows of the dictionary. */
  byCode: (value: string) => string;
  dayNumberOf: (day: string) => string;
  finite: (number: string) => string;
  /** Of rows with a condition, a text and the highest code known: the condition, the text, and the next codes in order. */
  numberTexts: (rows: string) => string;
  /** One row for each text of a list. */
  unfold: (texts: string) => string;
  /** What has to be run before texts of this condition can be coded. */
  prepareCodes: (condition: string) => readonly string[];
  codeOf: (condition: string, text: string) => string;
  /** The codes of all texts of a list but the first. */
  codesOfMore: (condition: string, texts: string) => string;
}>;

/** A number that every engine reads as the same double: with an exponent, as one without may be read as a decimal. */
export const writeNumber = (number: number): string => {
  const written = String(number + 0);
  return written.includes('e') ? written : `${written}e0`;
};

export type DialectName = 'duckdb' | 'clickhouse';

const list = (items: readonly string[]): string => `[${items.join(', ')}]`;

/** DuckDB reads a statement up to its first NUL, so that one is written as what a function gives. */
const duckdbText = (text: string): string => {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' || chr(0) || ')})`;
};

const duckdb: Dialect = {
  planeDials: 127,
  types: {
    text: 'VARCHAR',
    textOrNone: 'VARCHAR',
    texts: 'VARCHAR[]',
    numberOrNone: 'DOUBLE',
    flagOrNone: 'BOOLEAN',
    day: 'DATE',
    dayNumber: 'INTEGER',
    code: 'INTEGER',
    codes: 'INTEGER[]',
  },
  tableEnd: () => '',
  text: duckdbText,
  mask: (mask) => `CAST(${mask} AS HUGEINT)`,
  masks: (masks) => `CAST(${list(masks.map(String))} AS HUGEINT[])`,
  list,
  at: (items, place) => `list_extract(${items}, ${place})`,
  and: (masks) => `(${masks.join(' & ')})`,
  first: (mask) => `CAST(bit_count(xor(${mask}, ${mask} - 1)) AS INTEGER)`,
  anyOf: (masks, { first, more }) =>
    `CASE WHEN ${more} IS NULL THEN list_extract(${masks}, ${first}) ` +
    `ELSE list_extract(${masks}, ${first}) | list_bit_or(list_select(${masks}, ${more})) END`,
  translate: (text, from, to, otherwise) =>
    `coalesce(list_extract(${to}, list_position(${from}, ${text})), ${otherwise})`,
  byCode: (value) => `list(${value} ORDER BY code)`,
  dayNumberOf: (day) => `year(${day}) * 10000 + month(${day}) * 100 + day(${day})`,
  finite: (number) => `CASE WHEN isfinite(${number}) THEN ${number} END`,
  numberTexts: (rows) =>
    `SELECT condition, text, known + row_number() OVER (PARTITION BY condition ORDER BY text)\nFROM (\n${rows}\n) AS added`,
  unfold: (texts) => `unnest(${texts})`,
  prepareCodes: (condition) => [
    `DROP TYPE IF EXISTS lineslip_${condition}`,
    `CREATE TYPE lineslip_${condition} AS ENUM ` +
      `(SELECT text FROM ${DICTIONARY} WHERE condition = '${condition}' ORDER BY code)`,
  ],
  codeOf: (condition, text) => `enum_code(CAST(${text} AS lineslip_${condition})) + 1`,
  codesOfMore: (condition, texts) =>
    `CASE WHEN len(${texts}) > 1 THEN list_transform(` +
    `CAST(${texts}[2:] AS lineslip_${condition}[]), lambda text: coalesce(enum_code(text) + 1, 1)) END`,
};

const CLICKHOUSE_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' };

const clickhouseByCode = (value: string): string => `arrayMap(pair -> pair.2, arraySort(groupArray((code, ${value}))))`;

const clickhouseCode = (condition: string, text: string): string => {
  const texts = `(SELECT ${clickhouseByCode('text')} FROM ${DICTIONARY} WHERE condition = '${condition}')`;
  return `transform(${text}, ${texts}, arrayEnumerate(${texts}), toUInt32(1))`;
};

const clickhouse: Dialect = {
  planeDials: 63,
  types: {
    text: 'String',
    textOrNone: 'Nullable(String)',
    texts: 'Array(String)',
    numberOrNone: 'Nullable(Float64)',
    flagOrNone: 'Nullable(Bool)',
    day: 'Date32',
    dayNumber: 'UInt32',
    code: 'UInt32',
    codes: 'Array(UInt32)',
  },
  tableEnd: (order) => ` ENGINE = MergeTree ORDER BY (${order})`,
  text: (text) => `'${text.replaceAll(/[\\'\0]/g, (one) => CLICKHOUSE_ESCAPES[one] ?? one)}'`,
  mask: (mask) => `toUInt64(${mask})`,
  masks: (masks) => `CAST(${list(masks.map(String))} AS Array(UInt64))`,
  list,
  at: (items, place) => `arrayElement(${items}, ${place})`,
  and: (masks) => masks.reduce((a, b) => `bitAnd(${a}, ${b})`),
  // The lowest bit alone is a power of two, which a double holds exactly. Not every version can count bits.
  first: (mask) => `toUInt8(round(log2(greatest(bitAnd(${mask}, bitNot(${mask} - 1)), 1)))) + 1`,
  anyOf: (masks, { first, more }) =>
    `bitOr(arrayElement(${masks}, ${first}), arrayReduce('groupBitOr', arrayMap(code -> arrayElement(${masks}, code), ${more})))`,
  translate: (text, from, to, otherwise) => `transform(${text}, ${from}, ${to}, ${otherwise})`,
  byCode: clickhouseByCode,
  dayNumberOf: (day) => `toYYYYMMDD(${day})`,
  finite: (number) => `if(isFinite(${number}), ${number}, NULL)`,
  numberTexts: (rows) =>
    'SELECT condition, pair.1 AS text, known + pair.2 AS code\nFROM (\n' +
    'SELECT condition, known, arrayJoin(arrayMap((text, place) -> (text, place), texts, arrayEnumerate(texts))) AS pair\n' +
    'FROM (SELECT condition, known, arraySort(groupArray(text)) AS texts\n' +
    `FROM (\n${rows}\n) AS added\nGROUP BY condition, known) AS sorted\n) AS numbered`,
  unfold: (texts) => `arrayJoin(${texts})`,
  prepareCodes: () => [],
  codeOf: clickhouseCode,
  codesOfMore: (condition, texts) => `arrayMap(text -> ${clickhouseCode(condition, 'text')}, arraySlice(${texts}, 2))`,
};

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { duckdb, clickhouse };
