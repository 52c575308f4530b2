import type { LayeredBucket } from '#contract/bucket-layers.ts';
import { endsSoon, hasNewer } from '#domain/bucket/matrix-view.ts';
import type { Near } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import type { OpenRounds } from './bucket.list.store.ts';
import { type CountedPin, listBucketPins, listLayered } from './bucket.layer.store.ts';

/** Two statements for any number of buckets: the state of each pinned version, and its counts per bucket. `of`: only these buckets. */
export async function readLayers(
  db: Db,
  openRounds: OpenRounds,
  near: Near,
  of?: readonly string[],
): Promise<LayeredBucket[]> {
  const pins = (await listBucketPins(db, of)).map((pin): CountedPin => ({
    dial_id: pin.dial_id,
    version: pin.version,
    newer: hasNewer(pin),
    ending: endsSoon(pin, near),
  }));
  return listLayered(
    db,
    openRounds,
    pins.filter(({ newer, ending }) => newer || ending),
    of,
  );
}
