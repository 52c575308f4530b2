import type { LayeredBucket } from '#contract/bucket-layers.ts';
import { endsSoon, hasNewer } from '#domain/bucket/layer.ts';
import type { Near } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';
import type { OpenRounds } from './bucket.list.store.ts';
import { type CountedPin, listHeldPins, listLayered } from './bucket.layer.store.ts';

/** Two statements however many buckets there are: what is said of each version, and how often each bucket holds such. `of`: these buckets alone. */
export async function readLayers(
  db: Db,
  openRounds: OpenRounds,
  near: Near,
  of?: readonly string[],
): Promise<LayeredBucket[]> {
  const pins = (await listHeldPins(db, of)).map((pin): CountedPin => ({
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
