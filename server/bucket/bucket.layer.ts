import type { LayeredBucket } from '#contract/bucket-layers.ts';
import { endsSoon, hasNewer } from '#domain/bucket/matrix-view.ts';
import type { Near } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import type { OpenRounds } from './bucket.list.store.ts';
import { type CountedPin, type LayerRow, listBucketPins, listLayered, readLayerState } from './bucket.layer.store.ts';

/** The last answer, and the state of the book it is about. */
type Known = Readonly<{ state: string; rows: Promise<readonly LayerRow[]> }>;
const known = new Map<string, Known>();
const MAX_KNOWN = 4;

/**
 * The layers of all buckets, read again only after a bucket, a dial or a person changed, or on another day. Callers of one
 * moment share one read. `trx` is a snapshot, so that the state and the rows are of one moment.
 */
export async function readLayers(trx: Db, openRounds: OpenRounds, near: Near): Promise<readonly LayerRow[]> {
  const { database, state: content } = await readLayerState(trx);
  const state = `${content} ${near.today} ${near.last}`;
  const last = known.get(database);
  if (last?.state === state) return last.rows.catch(() => listRows(trx, openRounds, near));
  const rows = listRows(trx, openRounds, near);
  known.delete(database);
  known.set(database, { state, rows });
  for (const key of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(key);
  try {
    return await rows;
  } catch (error) {
    if (known.get(database)?.rows === rows) known.delete(database);
    throw error;
  }
}

/** Two statements for any number of buckets: the state of each pinned version, and its counts per bucket. */
async function listRows(db: Db, openRounds: OpenRounds, near: Near): Promise<readonly LayerRow[]> {
  const pins = (await listBucketPins(db)).map((pin): CountedPin => ({
    dial_id: pin.dial_id,
    version: pin.version,
    newer: hasNewer(pin),
    ending: endsSoon(pin, near),
  }));
  return listLayered(
    db,
    openRounds,
    pins.filter(({ newer, ending }) => newer || ending),
  );
}

export const presentLayer = ({ bucket_id: _id, ...layer }: LayerRow): LayeredBucket => layer;
