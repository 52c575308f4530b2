import { FLAG_KEYS, type FlagKey, type FlagSetting } from '#domain/flag/flag.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';

/** Only `changeFlag` and `defineFlags` write it. */
const settingOf = (definition: unknown) => definition as FlagSetting;

/** Flags of earlier versions are left out. */
export async function listSettings(db: Db): Promise<Map<FlagKey, FlagSetting>> {
  const rows = await db
    .selectFrom('flag')
    .select(['key', 'definition'])
    .where('key', 'in', FLAG_KEYS)
    .orderBy('key')
    .execute();
  return new Map(rows.map(({ key, definition }) => [key as FlagKey, settingOf(definition)]));
}

/** Adds missing flags and returns their keys. */
export async function insertMissing(trx: Trx, settings: ReadonlyMap<FlagKey, FlagSetting>): Promise<FlagKey[]> {
  const added = await trx
    .insertInto('flag')
    .values([...settings].map(([key, setting]) => ({ key, definition: JSON.stringify(setting) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return added.map(({ key }) => key as FlagKey);
}

/** Locks the setting until the transaction ends. */
export async function lockSetting(trx: Trx, key: FlagKey): Promise<FlagSetting | undefined> {
  const row = await trx.selectFrom('flag').select('definition').where('key', '=', key).forUpdate().executeTakeFirst();
  return row && settingOf(row.definition);
}

export async function updateSetting(trx: Trx, key: FlagKey, setting: FlagSetting, at: Date): Promise<void> {
  await trx
    .updateTable('flag')
    .set({ definition: JSON.stringify(setting), updated_at: at })
    .where('key', '=', key)
    .execute();
}
