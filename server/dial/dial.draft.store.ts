import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { listRow, statusRow } from './dial.row.ts';
import type { SavedVersion } from './dial.store.ts';

type ListRow = ReturnType<typeof listRow>;

/** A new state of a draft: its version, and its list row if that version is listed. */
export type DraftRow = Readonly<{ id: string; draft_version: number }> & Partial<ListRow>;

/** Saves open drafts with the same time: their data, writers and list rows. */
export async function saveDrafts(
  trx: Db,
  drafts: readonly SavedVersion[],
  rows: readonly DraftRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    with draft as (
      select * from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
        as draft ("dialId" uuid, version int, data jsonb, by text, at timestamptz)),
    saved as (
      update dial_version as v set data = draft.data, saved_at = draft.at, saved_by = draft.by from draft
      where v.dial_id = draft."dialId" and v.version = draft.version),
    written as (
      insert into dial_version_writer (dial_id, version, person_id) select "dialId", version, by from draft
      on conflict do nothing)
    update dial set revision = dial.revision + 1, saved_at = ${at}, draft_version = row.draft_version,
      name = coalesce(row.name, dial.name), name_key = coalesce(row.name_key, dial.name_key),
      search_text = coalesce(row.search_text, dial.search_text), tags = coalesce(row.tags, dial.tags),
      authors = coalesce(row.authors, dial.authors), own_classes = coalesce(row.own_classes, dial.own_classes),
      active_from = case when row.name is null then dial.active_from else row.active_from end,
      active_until = case when row.name is null then dial.active_until else row.active_until end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, draft_version int, name text, name_key text,
      search_text text, tags text[], authors text[], own_classes text[], active_from date, active_until date)
    where dial.id = row.id`.execute(trx);
}

/** A dial with its newly published version. */
type PublishedRow = ListRow & ReturnType<typeof statusRow> & Readonly<{ id: string; published_version: number }>;

/** Publishes open drafts; each becomes what its dial shows. */
export async function publishVersions(trx: Db, rows: readonly PublishedRow[], by: string, at: Date): Promise<void> {
  await sql`
    with row as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, published_version int,
        name text, name_key text, search_text text, tags text[], authors text[], own_classes text[], active_from date,
        active_until date, status text, status_day date)),
    published as (
      update dial_version as v set state = 'published', published_at = ${at}, published_by = ${by} from row
      where v.dial_id = row.id and v.version = row.published_version),
    written as (
      insert into dial_version_writer (dial_id, version, person_id) select id, published_version, ${by} from row
      on conflict do nothing)
    update dial set revision = dial.revision + 1, saved_at = ${at}, draft_version = null,
      published_version = row.published_version, name = row.name, name_key = row.name_key,
      search_text = row.search_text, tags = row.tags, authors = row.authors, own_classes = row.own_classes,
      active_from = row.active_from, active_until = row.active_until, status = row.status, status_day = row.status_day
    from row where dial.id = row.id`.execute(trx);
}
