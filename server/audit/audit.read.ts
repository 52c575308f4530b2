import { z } from 'zod';
import { type AuditRow, MAX_AUDIT_EXPORTED } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import { mayRead } from '#domain/audit/visibility.ts';
import type { Permissions } from '#domain/user/permission.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { nameObjects } from './audit.about.ts';
import { type AuditFilter, listAll, listNewest, listOldest, listWords, type ReadRow } from './audit.read.store.ts';

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
  { cursor, limit }: Paged,
): Promise<Page<AuditRow>> {
  const found = await listNewest(db, filter, limit + 1, readCursor(z.int(), cursor));
  const { items, next } = cutPage(found, limit, ({ seq }) => Number(seq));
  const { aboutOf, namesIn } = await nameObjects(db, items);
  const named = items.map((row) => {
    const shown = present(row, aboutOf(row), reader);
    return { ...shown, names: shown.hidden ? {} : namesIn(row) };
  });
  return { items: named, next };
}

/** `maxRows` is the limit of one file. */
export function auditReader(db: Db, maxRows: number = MAX_AUDIT_EXPORTED) {
  return {
    list: (reader: Reader, { cursor, limit, ...filter }: AuditFilter & Paged): Promise<Page<AuditRow>> =>
      listAuditRows(db, reader, filter, { cursor, limit }),

    async words(): Promise<{ actions: string[]; object_types: string[] }> {
      return { actions: await listWords(db, 'action'), object_types: await listWords(db, 'object_type') };
    },

    async export(reader: Reader, filter: AuditFilter): Promise<{ records: ExportRow[]; cut: boolean }> {
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
  const hidden = reader !== null && !mayRead(reader.permissions, row);
  return {
    seq: Number(seq),
    at: at.toISOString(),
    by: actor_id === null ? null : { id: actor_id, name: name ?? '' },
    action,
    object: { type: object_type, id: hidden ? '' : object_id },
    about: hidden ? '' : about,
    refused: action.endsWith('_refused'),
    hidden,
    detail: hidden ? {} : (detail as AuditRow['detail']),
  };
}
