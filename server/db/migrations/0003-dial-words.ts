import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * The dials of each word they are found by, in the order of the list: a search that many dials match reads as many of
 * them as a page shows, wherever in the alphabet they lie.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // From here on nothing is saved that would miss the lists.
  await sql`lock table dial in share row exclusive mode`.execute(db);
  await addWordsOf(db);
  await addLists(db);
  await fillLists(db);
  await keepLists(db);
}

/**
 * The words of a search text. A word of more than 100 letters comes in pieces that fit an index; they overlap, so that
 * whatever has up to 50 letters is inside of one, and all but the first begin as no word does.
 */
async function addWordsOf(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function dial_words(search_text text) returns setof text language sql immutable rows 40 as $$
      select distinct case start when 1 then '' else '-' end || substr(word, start, 100)
      from unnest(string_to_array(ltrim(search_text), ' ')) as word,
        generate_series(1, greatest(length(word) - 50, 1), 50) as start
      where word <> ''
    $$`.execute(db);
}

/**
 * One list per word and status, those of a word together. Without a foreign key: a check per word would cost more than
 * the list itself, the triggers alone write here, and dials are never removed. A word that no dial has any more stays
 * in the vocabulary, with nothing in its lists: nobody has to count, nor to wait for who else is using it.
 */
async function addLists(db: Kysely<unknown>): Promise<void> {
  await sql`create table dial_vocabulary (word text collate "C" primary key)`.execute(db);
  await sql`
    create table dial_word (
      word text collate "C" not null,
      status text not null,
      name_key text collate "C" not null,
      dial_id uuid not null
    )`.execute(db);
}

async function fillLists(db: Kysely<unknown>): Promise<void> {
  await sql`insert into dial_word (word, status, name_key, dial_id) ${entriesOf(sql`dial`)} order by 1, 2, 3, 4`.execute(
    db,
  );
  await sql`insert into dial_vocabulary (word) select distinct word from dial_word`.execute(db);
  await sql`create unique index dial_word_in_order on dial_word (word, status, name_key, dial_id)`.execute(db);
  await sql`
    create index dial_vocabulary_by_text on dial_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off)`.execute(
    db,
  );
  await sql`analyze dial_word, dial_vocabulary`.execute(db);
}

const entriesOf = (dials: RawBuilder<unknown>) => sql`
  select word, status, name_key, id from ${dials} dials, dial_words(dials.search_text) as word
  where deleted_at is null`;

/**
 * Only what a change adds to the lists or takes from them is written. What goes is looked up entry by entry: the plan
 * of a trigger is made once, and one made for a few dials or a small table must not scan a large one later.
 */
async function keepLists(db: Kysely<unknown>): Promise<void> {
  // In order: two who bring the same new words then never wait for each other in a ring.
  const learn = (entries: RawBuilder<unknown>) => sql`
      insert into dial_vocabulary (word) select distinct word from ${entries} entries order by word
      on conflict do nothing`;
  const moved = (side: 'came' | 'gone') => sql`
      (select ${sql.table(side)}.* from came join gone on gone.id = came.id
        where (came.search_text, came.status, came.name_key, came.deleted_at)
          is distinct from (gone.search_text, gone.status, gone.name_key, gone.deleted_at))`;
  await sql`
    create function list_new_dials() returns trigger language plpgsql as $$
    begin
      with added as materialized (${entriesOf(sql`came`)}), learnt as (${learn(sql`added`)})
      insert into dial_word (word, status, name_key, dial_id) select * from added order by 1, 2, 3, 4;
      return null;
    end $$`.execute(db);
  await sql`
    create function list_changed_dials() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      with was as materialized (${entriesOf(moved('gone'))}),
        became as materialized (${entriesOf(moved('came'))}),
        added as materialized (select * from became except select * from was),
        learnt as (${learn(sql`added`)}),
        dropped as (
          delete from dial_word where ctid = any(array(
            select spot.ctid from (select * from was except select * from became) dropped, lateral (
              select ctid from dial_word
              where (dial_word.word, dial_word.status, dial_word.name_key, dial_word.dial_id)
                = (dropped.word, dropped.status, dropped.name_key, dropped.id) limit 1) spot)))
      insert into dial_word (word, status, name_key, dial_id) select * from added;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger dial_listed after insert on dial referencing new table as came
    for each statement execute function list_new_dials()`.execute(db);
  await sql`
    create trigger dial_relisted after update on dial referencing old table as gone new table as came
    for each statement execute function list_changed_dials()`.execute(db);
}
