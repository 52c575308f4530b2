import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { keysOfList, usedOptions } from '#domain/dial/options.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { lockOptions, lookUpOptions } from '#server/reference/reference.service.ts';
import { foundBy } from './dial.row.ts';
import * as store from './dial.option.store.ts';

type Option = Readonly<{ list: ReferenceList; code: string }>;

/** So few that a save of one of them does not notice. */
const BATCH = 50;

const storedAs = ({ list, code }: Option): store.Option => ({ keys: keysOfList(list), code });

/** Of each option of a list, how many dials name it. */
export const countOptionUses = (db: Db, list: ReferenceList): Promise<Map<string, number>> =>
  store.countAllUses(db, keysOfList(list));

/** Of one option; a deleted dial keeps its history, which names it too. */
export const countUsesOf = (db: Db, option: Option): Promise<{ dials: number; deleted: number }> =>
  store.countUsesOf(db, storedAs(option));

/** Changes an option where dials are found by it; `refreshNamingDials` follows, after the transaction. */
export async function changeNamedOption(trx: Trx, option: Option, change: () => Promise<void>): Promise<void> {
  await lockOptions(trx);
  await change();
  await store.addRefresh(trx, option);
}

/**
 * Brings the new names and classes of options into the rows of the dials that name them, a few at a time, so that
 * nobody who saves a dial has to wait. What was left undone by a server that ended is done by the next who asks.
 */
export async function refreshNamingDials(db: Db): Promise<void> {
  for (const { at, ...option } of await store.listRefreshes(db)) {
    const ids = await store.listNaming(db, storedAs(option));
    const busy: string[] = [];
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH);
      const done = new Set(await refresh(db, batch, 'skip locked'));
      busy.push(...batch.filter((id) => !done.has(id)));
    }
    for (const id of busy) await refresh(db, [id], 'wait');
    await store.removeRefresh(db, option, at);
  }
}

/** Dials are locked before the options, as every save of a dial does. */
async function refresh(db: Db, ids: readonly string[], wait: 'skip locked' | 'wait'): Promise<string[]> {
  return transaction(db, async (trx) => {
    const dials = await store.lockListed(trx, ids, wait);
    const used = dials.flatMap(({ data }) => usedOptions(data.dimensions));
    const lookup = await lookUpOptions(trx, used);
    await store.setFoundBy(
      trx,
      dials.map(({ id, data }) => ({ id, ...foundBy(data, lookup) })),
    );
    return dials.map(({ id }) => id);
  });
}
