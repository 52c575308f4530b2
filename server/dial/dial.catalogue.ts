import { byName, type Catalogue, type CatalogueEntry, makeCatalogue } from '#domain/dial/find.ts';
import type { Db } from '#server/db/connect.ts';
import { readAll, readChanges } from './dial.catalogue.store.ts';

/** Returns all dials as of the call. */
export type ReadCatalogue = () => Promise<Catalogue>;

const catalogues = new WeakMap<Db, ReadCatalogue>();

/** One per database: read once, then updated incrementally. */
export function catalogueOf(db: Db): ReadCatalogue {
  const catalogue = catalogues.get(db) ?? createCatalogue(db);
  catalogues.set(db, catalogue);
  return catalogue;
}

/** Up to this many changes are inserted one by one; more trigger a sort. */
const MAX_INSERTED = 50;

function createCatalogue(db: Db): ReadCatalogue {
  let catalogue: Catalogue | undefined;
  let seen = '';
  const byId = new Map<string, CatalogueEntry>();
  const share = sharer();
  return shareRuns(async () => {
    if (catalogue === undefined) {
      const all = await readAll(db);
      for (const dial of all.dials) byId.set(dial.id, share(dial));
      seen = all.seen;
      catalogue = makeCatalogue([...byId.values()].toSorted(byName));
    }
    const changes = await readChanges(db, seen);
    seen = changes.seen;
    if (changes.dials.length === 0) return catalogue;
    const areFew = changes.dials.length <= MAX_INSERTED;
    const dials = areFew ? [...catalogue.dials] : [];
    for (const { is_deleted, ...changed } of changes.dials) {
      const dial = share(changed);
      const before = byId.get(dial.id);
      byId.delete(dial.id);
      if (!is_deleted) byId.set(dial.id, dial);
      if (areFew && before) dials.splice(indexOf(dials, before), 1);
      if (areFew && !is_deleted) dials.splice(indexOf(dials, dial), 0, dial);
    }
    catalogue = makeCatalogue(areFew ? dials : [...byId.values()].toSorted(byName));
    return catalogue;
  });
}

/** Interns equal lists of tags, authors or classes to save memory. */
function sharer(): (dial: CatalogueEntry) => CatalogueEntry {
  const lists = new Map<string, readonly string[]>();
  const shared = (list: readonly string[]): readonly string[] => {
    const name = JSON.stringify(list);
    const shared = lists.get(name) ?? list;
    lists.set(name, shared);
    return shared;
  };
  return (dial) => ({
    ...dial,
    tags: shared(dial.tags),
    authors: shared(dial.authors),
    classes: shared(dial.classes),
  });
}

/** The insertion index (binary search). */
function indexOf(entries: readonly CatalogueEntry[], dial: CatalogueEntry): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && byName(entry, dial) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One run at a time. Each caller gets a run that started after their call, shared by all who wait. */
function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = (): Promise<T> => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (next !== undefined) return next;
    if (running === undefined) return run();
    next = running.then(run, run);
    return next;
  };
}
