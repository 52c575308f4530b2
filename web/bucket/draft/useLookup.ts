import { useMemo, useState } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type DialLookup, lookUp, type Pin, useBucketDials } from '#web/bucket/query.ts';

const nameOf = ({ dial_id, version }: Pin): string => `${dial_id} ${version}`;

/**
 * What the versions in any of these lists say, and each newer one. A version once asked for stays known: what was
 * removed can come back by undo, and a list that only lost a dial asks for nothing.
 */
export function useLookup(lists: readonly BucketEntries[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Pin>>(() => new Map());
  const fresh = lists.flatMap((list) => list.filter((entry) => !known.has(nameOf(entry))));
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh.map((pin): [string, Pin] => [nameOf(pin), pin])]));
  const pins = useMemo(() => [...known.values()], [known]);

  const query = useBucketDials(pins);
  const { data } = query;
  const lookup = useMemo((): DialLookup => {
    const items = data ?? [];
    const newer = items.flatMap((dial) => (dial.newer === null ? [] : [{ ...dial.newer, newer: null }]));
    return lookUp([...newer, ...items]);
  }, [data]);
  return { ...query, lookup };
}
