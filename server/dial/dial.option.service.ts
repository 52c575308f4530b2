import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { keysReading, usedOptions } from '#domain/dial/options.ts';
import { searchText } from '#domain/dial/search.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { holdOptions, lookUpOptions } from '#server/reference/reference.service.ts';
import * as store from './dial.option.store.ts';

type Option = Readonly<{ list: ReferenceList; code: string }>;

const BATCH = 500;

const storedAs = ({ list, code }: Option): store.Option => ({ keys: keysReading(list), code });

/** Of each option of a list, how many dials name it. */
export const countOptionUses = (db: Db | Trx, list: ReferenceList): Promise<Map<string, number>> =>
  store.countAllUses(db, keysReading(list));

/** Of one option; a deleted dial keeps its history, which names it too. */
export const countUsesOf = (db: Db | Trx, option: Option): Promise<{ dials: number; deleted: number }> =>
  store.countUsesOf(db, storedAs(option));

/**
 * Renames an option where dials are found by what it is called. Dials are locked before the options, as every save of a
 * dial does.
 */
export async function renameOption(trx: Trx, option: Option, rename: () => Promise<void>): Promise<void> {
  const stored = storedAs(option);
  await store.lockNaming(trx, stored);
  await holdOptions(trx);
  await rename();
  let after: string | undefined;
  for (let found = BATCH; found === BATCH;) {
    const dials = await store.listNaming(trx, stored, { after, limit: BATCH });
    const { labelOf } = await lookUpOptions(
      trx,
      dials.flatMap(({ data }) => usedOptions(data.dimensions)),
    );
    await store.setSearchTexts(
      trx,
      dials.map(({ id, data }) => ({ id, search_text: searchText(data, labelOf) })),
    );
    found = dials.length;
    after = dials.at(-1)?.id;
  }
}
