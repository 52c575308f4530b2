import { byName, type Catalogue, type CatalogueEntry, makeCatalogue } from '#domain/dial/find.ts';
import type { Db } from '#server/db/connect.ts';
import { readAll, readChanges } from './dial.catalogue.store.ts';

/** Gives all dials as they are at the moment of asking. */
export type ReadCatalogue = () => Promise<Catalogue>;

const catalogues = new WeakMap<Db, ReadCatalogue>();

/** One for each database: it is read once, and then what has changed since. */
export function catalogueOf(db: Db): ReadCatalogue {
  const known = catalogues.get(db) ?? keepCatalogue(db);
  catalogues.set(db, known);
  return known;
}

/** Up to so many changes are put into their places one by one. */
const MAX_PLACED = 50;

function keepCatalogue(db: Db): ReadCatalogue {
  let catalogue: Catalogue | undefined;
  let seen = '';
  const byId = new Map<string, CatalogueEntry>();
  const share = sharer();
  return oneAtATime(async () => {
    if (catalogue === undefined) {
      const all = await readAll(db);
      for (const dial of all.dials) byId.set(dial.id, share(dial));
      seen = all.seen;
      catalogue = makeCatalogue([...byId.values()].toSorted(byName));
    }
    const changes = await readChanges(db, seen);
    seen = changes.seen;
    if (changes.dials.length === 0) return catalogue;
    const areFew = changes.dials.length <= MAX_PLACED;
    const dials = areFew ? [...catalogue.dials] : [];
    for (const { is_deleted, ...changed } of changes.dials) {
      const dial = share(changed);
      const before = byId.get(dial.id);
      byId.delete(dial.id);
      if (!is_deleted) byId.set(dial.id, dial);
      if (areFew && before) dials.splice(placeOf(dials, before), 1);
      if (areFew && !is_deleted) dials.splice(placeOf(dials, dial), 0, dial);
    }
    catalogue = makeCatalogue(areFew ? dials : [...byId.values()].toSorted(byName));
    return catalogue;
  });
}

/** Dials with the same tags, authors or classes get the same list of them. */
function sharer(): (dial: CatalogueEntry) => CatalogueEntry {
  const lists = new Map<string, readonly string[]>();
  const shared = (list: readonly string[]): readonly string[] => {
    const name = JSON.stringify(list);
    const known = lists.get(name) ?? list;
    lists.set(name, known);
    return known;
  };
  return (dial) => ({
    ...dial,
    tags: shared(dial.tags),
    authors: shared(dial.authors),
    classes: shared(dial.classes),
  });
}

/** How many come before it. */
function placeOf(entries: readonly CatalogueEntry[], dial: CatalogueEntry): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && byName(entry, dial) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One run at a time. Whoever asks gets a run that began after they asked, together with all who wait for it. */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
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
