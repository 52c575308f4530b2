import type { FilterData, FilteredList } from '#domain/filter/saved-filter.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';

export type StoredFilter = Readonly<{ id: string; list: FilteredList; name: string; address: string }>;

/** By name. */
export async function listFilters(db: Db, personId: string): Promise<StoredFilter[]> {
  return db
    .selectFrom('saved_filter')
    .select(['id', 'list', 'name', 'address'])
    .where('person_id', '=', personId)
    .orderBy('name_key')
    .execute();
}

/** Serialises changes of a person's filters, because their number is limited. */
export async function lockPerson(trx: Trx, personId: string): Promise<void> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
}

type Saved = FilterData & Readonly<{ id: string; person_id: string; name_key: string; saved_at: Date }>;

export async function insertFilter(trx: Trx, saved: Saved): Promise<void> {
  await trx.insertInto('saved_filter').values(saved).execute();
}

export async function renameFilter(trx: Trx, id: string, named: Readonly<{ name: string; name_key: string }>) {
  await trx.updateTable('saved_filter').set(named).where('id', '=', id).execute();
}

export async function deleteFilter(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('saved_filter').where('id', '=', id).execute();
}
