import { sql } from 'kysely';
import type { CatalogueEntry } from '#domain/dial/find.ts';
import { PLANNED_EACH_TIME } from '#server/db/prepared.ts';
import type { Db } from '#server/db/connect.ts';

const PAGE = 10_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A uniform format, so that times compare as texts. */
export const SAVED_KEY = sql<string>`to_char(dial.saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') collate "C"`;

const ENTRY = sql`id, name_key, search_text, tags, authors, classes, status, draft_version is not null as has_draft,
  published_version is not null as is_published, active_until, ${SAVED_KEY} as saved_at, bucket_count`;

type Changes = Readonly<{
  /** Whatever commits from now on has this transaction id or a later one. */
  seen: string;
  /** `changed_in`: the transaction that wrote the row. */
  dials: readonly (CatalogueEntry & Readonly<{ is_deleted: boolean; changed_in: string }>)[];
}>;

/** Dials changed by that transaction or a later one that has ended. */
export async function readChanges(db: Db, since: string): Promise<Changes> {
  const { rows } = await sql<{ seen: string } & (Changes['dials'][number] | { id: null })>`${PLANNED_EACH_TIME}
    select seen, changed.*
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as seen) now
    left join (select ${ENTRY}, deleted_at is not null as is_deleted, changed_in::text
      from dial where changed_in >= ${since}::xid8) changed
      on true`.execute(db);
  return { seen: rows[0]?.seen ?? since, dials: rows.filter((row) => row.id !== null) };
}

/** All dials, page by page; concurrent changes are read again as changes. */
export async function readAll(db: Db): Promise<Readonly<{ seen: string; dials: readonly CatalogueEntry[] }>> {
  const { rows } = await sql<{ seen: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as seen`.execute(db);
  const dials: CatalogueEntry[] = [];
  for (let after = FIRST_ID; ;) {
    const page = await sql<CatalogueEntry>`
      select ${ENTRY} from dial where deleted_at is null and id > ${after}::uuid order by id limit ${PAGE}`.execute(db);
    dials.push(...page.rows);
    if (page.rows.length < PAGE) return { seen: rows[0]?.seen ?? '0', dials };
    after = page.rows.at(-1)?.id ?? after;
  }
}
