import { z } from 'zod';
import { type AuditGroup, type AuditPage, type AuditRow, MAX_AUDIT_EXPORTED } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import { REVIEW_ACTIONS, requiredToRead, unreadableParts } from '#domain/audit/visibility.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { fold, searchWords } from '#domain/dial/search.ts';
import { EVENT_WORDS } from '#domain/event/words.ts';
import { allows, type Permissions } from '#domain/user/permission.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { cutPage, type Paged, readCursor, writeCursor } from '#server/http/cursor.ts';
import { nameObjects } from './audit.about.ts';
import {
  type AuditFilter,
  countMatching,
  findSets,
  type Found,
  listAll,
  listNewest,
  listOldest,
  listWords,
  type ReadRow,
} from './audit.read.store.ts';

export type { AuditFilter } from './audit.read.store.ts';
type ExportRow = Omit<AuditRow, 'names'> & Readonly<{ previous_hash: string; hash: string }>;

/** Every record of a filter as written, oldest first: for rules about the past. */
export const listRecords = listAll;

/** The reader; null: the product itself. */
export type Reader = Readonly<{ permissions: Permissions }> | null;

/** Records of a filter, newest first, with their subjects, as far as this reader may see them. */
export async function listAuditRows(
  db: Db,
  reader: Reader,
  filter: AuditFilter,
  paged: Paged,
): Promise<Page<AuditRow>> {
  const { items, next } = await searchRows(db, reader, filter, paged);
  return { items, next };
}

/** The same by words too, as far as one request looks. */
async function searchRows(
  db: Db,
  reader: Reader,
  filter: AuditFilter,
  { cursor, limit }: Paged,
): Promise<Looked<AuditRow>> {
  const { rows, looked } = await listNewest(db, filter, limit + 1, readCursor(z.int(), cursor));
  const { items, ...end } = cutFound(rows, limit, looked);
  return { items: await nameRows(db, reader, items), ...end };
}

/** `looked_to`: the time of the last record that a search looked into, where it has to go on by the cursor. */
type Looked<Row> = Page<Row> & Pick<AuditPage, 'looked_to'>;

function cutFound(rows: readonly ReadRow[], limit: number, looked: Found['looked']): Looked<ReadRow> {
  const { items, next } = cutPage(rows, limit, ({ seq }) => Number(seq));
  if (next !== null || looked === null) return { items, next, looked_to: null };
  return { items, next: writeCursor(looked.seq), looked_to: looked.at.toISOString() };
}

async function nameRows(db: Db, reader: Reader, rows: readonly ReadRow[]): Promise<AuditRow[]> {
  const { aboutOf, namesIn } = await nameObjects(db, rows);
  return rows.map((row) => {
    const shown = present(row, aboutOf(row), reader);
    return { ...shown, names: shown.hidden ? {} : namesIn(row) };
  });
}

type SearchRequest = Omit<AuditFilter, 'words' | 'unreadable'> & Readonly<{ q?: string | undefined }>;

/** A search looks only into records that the reader may read: what it finds must not tell what they may not see. */
function filterOf(reader: Reader, { q = '', ...filter }: SearchRequest): AuditFilter {
  if (q === '') return filter;
  const { types, seesReviews } = reader === null ? READS_ALL : unreadableParts(reader.permissions);
  const words = searchWords(q).slice(0, MAX_WORDS_SEARCHED);
  return {
    ...filter,
    unreadable: { types, reviewActions: seesReviews ? [] : REVIEW_ACTIONS },
    words: words.map((text) => ({
      text,
      classes: CLASSES.filter(({ label }) => fold(label).includes(text)).map(({ slug }) => slug),
      actions: Object.entries(EVENT_WORDS).flatMap(([action, { label }]) => (fold(label).includes(text) ? action : [])),
    })),
  };
}

const READS_ALL = { types: [], seesReviews: true };
const MAX_WORDS_SEARCHED = 10;
/** Records read at once while looking for the next rows by set. */
const GROUPED_BATCH = 200;

const setIn = ({ detail }: ReadRow): string | undefined => {
  const { set } = detail as { set?: unknown };
  return typeof set === 'string' ? set : undefined;
};

/** A page by set: the newest matching record of each set stands for all of them. */
async function listGroups(db: Db, reader: Reader, filter: AuditFilter, { cursor, limit }: Paged) {
  const found: ReadRow[] = [];
  const matchingOf = new Map<string, number>();
  let before = readCursor(z.int(), cursor);
  let looked: Found['looked'] = null;
  for (let isLast = false; !isLast && found.length <= limit;) {
    const { rows, ...rest } = await listNewest(db, filter, GROUPED_BATCH, before);
    looked = rest.looked;
    const ids = [...new Set(rows.flatMap((row) => setIn(row) ?? []))];
    const counted = new Map(
      (ids.length === 0 ? [] : await countMatching(db, filter, ids)).map((one) => [one.set, one]),
    );
    for (const row of rows) {
      const of = counted.get(setIn(row) ?? '');
      if (of !== undefined) matchingOf.set(of.set, of.matching);
      if (of === undefined || of.newest === row.seq) found.push(row);
    }
    before = Number(rows.at(-1)?.seq ?? 0);
    isLast = rows.length < GROUPED_BATCH;
  }
  const { items, ...end } = cutFound(found, limit, looked);
  const ids = items.flatMap((row) => setIn(row) ?? []);
  const sets = new Map((ids.length === 0 ? [] : await findSets(db, ids)).map((set) => [set.id, set]));
  const rows = await nameRows(db, reader, items);
  return {
    items: rows.map((row, index): AuditGroup => {
      const set = sets.get(setIn(items[index] as ReadRow) ?? '');
      if (set === undefined || row.hidden || set.buckets < 2) return { ...row, set: null };
      const { first_at, title, ...facts } = set;
      const matching = matchingOf.get(set.id) ?? 0;
      return { ...row, set: { ...facts, title: title ?? '', matching, first_at: first_at.toISOString() } };
    }),
    ...end,
  };
}

/** `maxRows` is the limit of one file. */
export function auditReader(db: Db, maxRows: number = MAX_AUDIT_EXPORTED) {
  return {
    async list(reader: Reader, request: SearchRequest & Paged & Readonly<{ by: 'record' | 'set' }>) {
      const { cursor, limit, by, ...rest } = request;
      const filter = filterOf(reader, rest);
      if (by === 'set') return listGroups(db, reader, filter, { cursor, limit });
      const { items, ...end } = await searchRows(db, reader, filter, { cursor, limit });
      return { items: items.map((row): AuditGroup => ({ ...row, set: null })), ...end };
    },

    async words(): Promise<{ actions: string[]; object_types: string[] }> {
      return { actions: await listWords(db, 'action'), object_types: await listWords(db, 'object_type') };
    },

    async export(reader: Reader, request: SearchRequest): Promise<{ records: ExportRow[]; cut: boolean }> {
      const filter = filterOf(reader, request);
      const { found, aboutOf } = await snapshot(db, async (trx) => {
        const rows = await listOldest(trx, filter, maxRows + 1);
        return { found: rows, ...(await nameObjects(trx, rows.slice(0, maxRows))) };
      });
      const records = found.slice(0, maxRows).map((row) => ({
        ...present(row, aboutOf(row), reader),
        previous_hash: row.previous_hash,
        hash: row.hash,
      }));
      return { records, cut: found.length > maxRows };
    },
  };
}

function present(row: ReadRow, about: string, reader: Reader): Omit<AuditRow, 'names'> {
  const { seq, at, actor_id, name, action, object_type, object_id, detail } = row;
  const needs = reader === null ? [] : requiredToRead(row).filter((needed) => !allows(reader.permissions, needed));
  const hidden = needs.length > 0;
  return {
    seq: Number(seq),
    at: at.toISOString(),
    by: actor_id === null ? null : { id: actor_id, name: name ?? '' },
    action,
    object: { type: object_type, id: hidden ? '' : object_id },
    about: hidden ? '' : about,
    refused: action.endsWith('_refused'),
    hidden,
    needs: needs.map((needed) => `${needed.scope}:${needed.action}`),
    detail: hidden ? {} : (detail as AuditRow['detail']),
  };
}
