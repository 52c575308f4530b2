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

/** Computes something of a catalogue once: until a dial changes, it is the same object. */
export function computeOnce<T>(compute: (catalogue: Catalogue) => T): (catalogue: Catalogue) => T {
  const known = new WeakMap<Catalogue, { result: T }>();
  return (catalogue) => {
    const found = known.get(catalogue) ?? { result: compute(catalogue) };
    known.set(catalogue, found);
    return found.result;
  };
}

function createCatalogue(db: Db): ReadCatalogue {
  let catalogue: Catalogue | undefined;
  let seen = '';
  const byId = new Map<string, CatalogueEntry>();
  const writtenBy = new Map<string, string>();
  const sorted = () => makeCatalogue([...byId.values()].toSorted(byName));
  return shareRuns(async () => {
    if (catalogue === undefined) {
      const all = await readAll(db);
      for (const dial of all.dials) byId.set(dial.id, dial);
      seen = all.seen;
      catalogue = sorted();
    }
    const changes = await readChanges(db, seen);
    seen = changes.seen;
    // While some transaction is open, what ended after its begin is read again.
    const changed = changes.dials.filter(({ id, changed_in }) => writtenBy.get(id) !== changed_in);
    if (changed.length === 0) return catalogue;
    for (const { is_deleted, changed_in, ...dial } of changed) {
      writtenBy.set(dial.id, changed_in);
      if (is_deleted) byId.delete(dial.id);
      else byId.set(dial.id, dial);
    }
    catalogue = sorted();
    return catalogue;
  });
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
