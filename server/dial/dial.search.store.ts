import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EVERY_CLASS } from '#domain/dial/fit.ts';
import { DIAL_STATUSES, type DialStatus } from '#domain/dial/status.ts';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;

/** Lists of dials, kept in order, that together hold every dial with one thing that is asked for. */
export type Lists = Readonly<{ of: 'words' | 'marks'; keys: readonly string[] }>;

/** The lists of each thing asked for, and the searched words that are in no list: those the text has to tell. */
export type Listed = Readonly<{ lists: readonly Lists[]; inText: readonly string[] }>;

type Asked = Readonly<{ words: readonly string[]; cob?: string | undefined; tag?: string | undefined }>;

/** Above this, putting the lists of the words together costs more than looking at dials one by one. */
const MOST_WORDS = 50;
/** What is longer may lie across two pieces of a longer word, which the vocabulary cuts. */
const LONGEST_LOOKED_UP = 50;
/** How far a list is looked through for dials that have all the other things as well, before the text is asked. */
const MOST_LOOKED_AT = 1000;

/**
 * Searched words of three letters are found anywhere, shorter ones where a word begins: with a letter or two inside of
 * words no index could help.
 */
const isShort = (searched: string): boolean => searched.length < 3;

/** How a searched word occurs in the text of a dial, where each word has a space before it. */
export const textPattern = (searched: string): string => (isShort(searched) ? `% ${searched}%` : `%${searched}%`);

/** What is asked for, as lists; nothing when no dial can have it. */
export async function findLists(db: Database, { words, cob, tag }: Asked): Promise<Listed | undefined> {
  const found = await Promise.all(words.map((word) => findWords(db, word)));
  if (found.some((keys) => keys?.length === 0)) return undefined;
  const marks = [
    ...(tag === undefined ? [] : [[`tag ${tag}`]]),
    ...(cob === undefined ? [] : [[`class ${EVERY_CLASS}`, `class ${cob}`]]),
  ];
  return {
    lists: [
      ...found.filter((keys) => keys !== undefined).map((keys) => ({ of: 'words', keys }) as const),
      ...marks.map((keys) => ({ of: 'marks', keys }) as const),
    ],
    inText: words.filter((_, index) => found[index] === undefined),
  };
}

/** The words in which a searched one occurs; nothing when they are too many to read their lists. */
async function findWords(db: Database, searched: string): Promise<readonly string[] | undefined> {
  if (searched.length > LONGEST_LOOKED_UP) return undefined;
  const rows = await db
    .selectFrom('dial_vocabulary')
    .select('word')
    .where('word', 'like', isShort(searched) ? `${searched}%` : `%${searched}%`)
    .limit(MOST_WORDS + 1)
    .execute();
  return rows.length > MOST_WORDS ? undefined : rows.map(({ word }) => word);
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `);
const keysOf = ({ keys }: Lists) => sql`unnest(${keys}::text[]) as asked (key)`;
const tabs = (status?: DialStatus) =>
  sql`unnest(${status === undefined ? DIAL_STATUSES : [status]}::text[]) as tab (status)`;
/** One list: the dials of one key and one status. */
const listOf = ({ of }: Lists, keys = sql`asked`) => sql`
  (select ${of === 'words' ? sql`word` : sql`mark`} as key, status, name_key, dial_id as id
    from ${of === 'words' ? sql`dial_word` : sql`dial_mark`}) list
  where list.key = ${keys}.key and list.status = tab.status`;

/** Whether a dial of a list is in these others as well. Asked dial by dial: the whole of them is never put together. */
function isIn({ of, keys }: Lists): RawBuilder<unknown> {
  if (of === 'marks')
    return sql`(select true from dial_mark where dial_id = list.id and mark = any(${keys}::text[]) limit 1)`;
  return sql`(select true from dial_word where word = any(${keys}::text[]) and dial_word.status = list.status
    and dial_word.name_key = list.name_key and dial_id = list.id limit 1)`;
}

const hasWord = (searched: string) =>
  sql`(select search_text like ${textPattern(searched)} from dial where dial.id = list.id)`;

const hasRest = ({ lists, inText }: Listed, read: Lists): RawBuilder<unknown> =>
  all([...lists.filter((other) => other !== read).map(isIn), ...inText.map(hasWord)]);

type Place = Readonly<{ status?: DialStatus | undefined; later: readonly RawBuilder<unknown>[] }>;

/** The first dials that have everything, in the order of the list, by looking through some of the lists. */
export const firstListed = (listed: Listed, read: Lists, { status, later }: Place, most: number) =>
  sql`select distinct one.name_key, one.id from ${keysOf(read)}, ${tabs(status)}, lateral (
      select name_key, id from ${listOf(read)} and ${all(later)} and ${hasRest(listed, read)}
      order by name_key, id limit ${most}) one
    order by name_key, id limit ${most}`;

/** Of the things asked for, the one whose lists begin last: no dial before that has them all. */
export async function findLatest(db: Database, { lists }: Listed, place: Place): Promise<Lists | undefined> {
  if (lists.length < 2) return lists[0];
  const starts = lists.map((one, index) => {
    const first = firstListed({ lists: [one], inText: [] }, one, place, 1);
    return sql`(select ${sql.lit(index)} as index, (select name_key from (${first}) first) as start)`;
  });
  const { rows } = await sql<{ index: number }>`
    select index from (${sql.join(starts, sql` union all `)}) starts
    order by start desc nulls first limit 1`.execute(db);
  return lists[rows[0]?.index ?? 0];
}

type Count = { status: DialStatus; dials: number; isCut: boolean };

/**
 * How many dials have everything, of each status, each up to `most`. Nothing when they are too thinly spread over the
 * lists to say.
 */
export async function countListed(
  db: Database,
  listed: Listed,
  read: Lists,
  most: number,
): Promise<Map<DialStatus, number> | undefined> {
  const { rows } = await sql<Count>`
    with looked_through as materialized (
      select asked.key, tab.status, array(
        select id from (select * from ${listOf(read)} order by name_key, id limit ${MOST_LOOKED_AT}) list
        where ${hasRest(listed, read)} limit ${most}) as ids
      from ${keysOf(read)}, ${tabs()})
    select tab.status, least(count(distinct id), ${most})::int as dials, bool_or(cardinality(ids) < ${most}
      and (select true from ${listOf(read, sql`tab`)} offset ${MOST_LOOKED_AT} limit 1) is not null) as "isCut"
    from looked_through as tab left join lateral unnest(ids) as id on true group by tab.status`.execute(db);
  return rows.some(({ isCut }) => isCut) ? undefined : new Map(rows.map(({ status, dials }) => [status, dials]));
}
