/** Maps texts to codes. Code 1 of each condition is the empty text, for unknown. */
export const DICTIONARY = 'lineslip_dictionary';

/** The differences between SQL engines. All arguments are SQL except that of `text`. */
export type Dialect = Readonly<{
  /** Dials per mask: the bits of the number without the sign. */
  planeDials: number;
  types: Readonly<{
    text: string;
    textOrNone: string;
    texts: string;
    number: string;
    numberOrNone: string;
    flagOrNone: string;
    day: string;
    dayNumber: string;
    code: string;
    codes: string;
  }>;
  /** Follows the columns of CREATE TABLE. */
  tableEnd: (order: string) => string;
  /** An escaped string literal. */
  text: (text: string) => string;
  mask: (mask: bigint) => string;
  masks: (masks: readonly bigint[]) => string;
  list: (items: readonly string[]) => string;
  /** An element of a list; 1-based. */
  at: (list: string, place: string) => string;
  has: (list: string, item: string) => string;
  concat: (lists: readonly string[]) => string;
  /** Applies `of` to each item of a list. */
  map: (list: string, of: (item: string) => string) => string;
  /** Several numbers, compared in order. */
  tuple: (items: readonly string[]) => string;
  /** A number of a tuple; 1-based. */
  part: (tuple: string, place: number) => string;
  /** Aggregates to a list of the lowest. */
  lowest: (tuple: string, limit: number) => string;
  /** An integer of 64 bits, to compute with, and as text, for results. */
  wide: (number: string) => string;
  wideText: (number: string) => string;
  /** The intersection of masks. */
  and: (masks: readonly string[]) => string;
  /** The 1-based position of the first dial of a non-empty mask. */
  first: (mask: string) => string;
  /** The union of the masks of these codes. */
  anyOf: (masks: string, codes: Readonly<{ first: string; more: string }>) => string;
  /** Maps a text from the list `from` to the list `to`. */
  translate: (text: string, from: string, to: string, otherwise: string) => string;
  /** Aggregates to a list sorted by code. */
  byCode: (value: string) => string;
  dayNumberOf: (day: string) => string;
  finite: (number: string) => string;
  /** Assigns the next codes to rows of condition, text and highest known code. */
  numberTexts: (rows: string) => string;
  /** One row per element of a list. */
  unfold: (texts: string) => string;
  /** Statements to run before texts of this condition can be encoded. */
  prepareCodes: (condition: string) => readonly string[];
  codeOf: (condition: string, text: string) => string;
  /** The codes of all texts of a list except the first. */
  codesOfMore: (condition: string, texts: string) => string;
}>;

/** A double literal. Without the exponent some engines read a decimal. */
export const writeNumber = (number: number): string => {
  const written = String(number + 0);
  return written.includes('e') ? written : `${written}e0`;
};

export type DialectName = 'duckdb' | 'clickhouse';

const list = (items: readonly string[]): string => `[${items.join(', ')}]`;

/** DuckDB truncates statements at NUL, so NUL is written as chr(0). */
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
    number: 'DOUBLE',
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
  has: (items, item) => `list_contains(${items}, ${item})`,
  concat: (lists) => lists.reduce((a, b) => `list_concat(${a}, ${b})`),
  map: (items, of) => `list_transform(${items}, lambda item: ${of('item')})`,
  tuple: list,
  part: (tuple, place) => `list_extract(${tuple}, ${place})`,
  lowest: (tuple, limit) => `list_slice(list_sort(list(${tuple})), 1, ${limit})`,
  wide: (number) => `CAST(${number} AS UBIGINT)`,
  wideText: (number) => `CAST(${number} AS VARCHAR)`,
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
    number: 'Float64',
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
  has: (items, item) => `has(${items}, ${item})`,
  concat: (lists) => `arrayConcat(${lists.join(', ')})`,
  map: (items, of) => `arrayMap(item -> ${of('item')}, ${items})`,
  tuple: (items) => `(${items.join(', ')})`,
  part: (tuple, place) => `${tuple}.${place}`,
  lowest: (tuple, limit) => `arraySlice(arraySort(groupArray(${tuple})), 1, ${limit})`,
  wide: (number) => `toUInt64(${number})`,
  wideText: (number) => `toString(${number})`,
  and: (masks) => masks.reduce((a, b) => `bitAnd(${a}, ${b})`),
  // Isolates the lowest bit, a power of two that a double holds exactly. Not every version can count bits.
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
