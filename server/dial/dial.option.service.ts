import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { keysOfList, usedOptions } from '#domain/dial/options.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { lockOptions, lookUpOptions } from '#server/reference/reference.service.ts';
import { catalogueOf, computeOnce } from './dial.catalogue.ts';
import { foundBy } from './dial.row.ts';
import * as store from './dial.option.store.ts';

type Option = Readonly<{ list: ReferenceList; code: string }>;

/** Small enough not to delay a concurrent save. */
const BATCH = 50;

const storedAs = ({ list, code }: Option): store.Option => ({ keys: keysOfList(list), code });

/** Returns the number of dials that name each option of a list, for a transaction: it reads every dial. */
export const countOptionUses = (db: Db, list: ReferenceList): Promise<Map<string, number>> =>
  store.countAllUses(db, keysOfList(list));

const usesOf = computeOnce(() => new Map<ReferenceList, Promise<Map<string, number>>>());

/** Returns the same outside of a transaction, read once until a dial changes. */
export async function readOptionUses(db: Db, list: ReferenceList): Promise<Map<string, number>> {
  const known = usesOf(await catalogueOf(db)());
  const uses = known.get(list) ?? store.countAllUses(db, keysOfList(list));
  known.set(list, uses);
  uses.catch(() => known.delete(list));
  return uses;
}

/** For one option; deleted dials count, since their history names it. */
export const countUsesOf = (db: Db, option: Option): Promise<{ dials: number; deleted: number }> =>
  store.countUsesOf(db, storedAs(option));

/** Changes an option that dials are searched by; call `refreshNamingDials` after the transaction. */
export async function changeNamedOption(trx: Trx, option: Option, change: () => Promise<void>): Promise<void> {
  await lockOptions(trx);
  await change();
  await store.addRefresh(trx, option);
}

/**
 * Updates the rows of dials with the new names and classes of options, in small batches, so that no save has to wait.
 * Work that a stopped server left is done by the next call.
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

/** Locks dials before the options, like every save of a dial. */
async function refresh(db: Db, ids: readonly string[], wait: 'skip locked' | 'wait'): Promise<string[]> {
  return transaction(db, async (trx) => {
    const dials = await store.lockListed(trx, ids, wait);
    const used = dials.flatMap(({ data }) => usedOptions(data.dimensions));
    const lookup = await lookUpOptions(trx, used);
    await store.updateSearchTexts(
      trx,
      dials.map(({ id, data }) => ({ id, ...foundBy(data, lookup) })),
    );
    return dials.map(({ id }) => id);
  });
}
