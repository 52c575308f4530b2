import { randomUUID } from 'node:crypto';
import type { SavedFilter } from '#contract/filter.ts';
import { Problem } from '#contract/problem.ts';
import {
  checkFilter,
  FILTER_LIMITS,
  FILTER_REFUSALS,
  type FilterData,
  filterKey,
} from '#domain/filter/saved-filter.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { requireKnownPerson } from '#server/person/person.service.ts';
import * as store from './filter.store.ts';

type SavedFilters = readonly store.StoredFilter[];

/** Saved filters are private: nobody else sees them, and they are not audited. */
export function filterService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  const change = <T>(actor: Actor, work: (trx: Trx, filters: SavedFilters) => Promise<T>): Promise<T> =>
    transaction(db, async (trx) => {
      await requireKnownPerson(trx, actor);
      await store.lockPerson(trx, actor.id);
      return work(trx, await store.listFilters(trx, actor.id));
    });
  return {
    list: async ({ id }: Actor): Promise<{ items: SavedFilter[] }> => ({ items: await store.listFilters(db, id) }),

    save: (actor: Actor, sent: FilterData): Promise<SavedFilter> =>
      change(actor, async (trx, filters) => {
        const saved = requireValid(sent, filters);
        if (filters.length >= FILTER_LIMITS.perPerson) throw new Problem('conflict', FILTER_REFUSALS.full);
        const id = randomUUID();
        const more = { person_id: actor.id, name_key: filterKey(saved.name), saved_at: now() };
        await store.insertFilter(trx, { ...saved, id, ...more });
        return { ...saved, id };
      }),

    rename: (actor: Actor, id: string, name: string): Promise<SavedFilter> =>
      change(actor, async (trx, filters) => {
        const renamed = requireValid({ ...requireFilter(filters, id), name }, filters);
        await store.renameFilter(trx, id, { name: renamed.name, name_key: filterKey(name) });
        return renamed;
      }),

    delete: (actor: Actor, id: string): Promise<{ deleted: true }> =>
      change(actor, async (trx, filters) => {
        await store.deleteFilter(trx, requireFilter(filters, id).id);
        return { deleted: true };
      }),
  };
}

function requireFilter(filters: SavedFilters, id: string): store.StoredFilter {
  const found = filters.find((one) => one.id === id);
  if (found === undefined) throw new Problem('not-found', 'You have no such filter. It may have been deleted.');
  return found;
}

function requireValid<F extends FilterData>(sent: F, filters: SavedFilters): F {
  const errors = checkFilter(sent, filters);
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
  return { ...sent, name: sent.name.trim() };
}
