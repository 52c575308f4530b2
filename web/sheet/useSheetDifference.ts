import { useMemo, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import { isDialId } from '#domain/dial/exchange.ts';
import type { LibraryDial } from '#domain/sheet/bucket-sheet.ts';
import { compareSheet } from '#domain/sheet/compare.ts';
import type { SheetAnswer, SheetAnswers, ValueTarget, ValueTargets } from '#domain/sheet/difference.ts';
import { listSheetDials, listSheetPins, type SheetReading } from '#domain/sheet/reading.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useCustomQuery } from '#web/base/api/query.ts';
import { listOf } from '#web/bucket/useEditing.ts';
import { type Pin, useBucketDials } from '#web/bucket/query.ts';
import { useReference } from '#web/dial/query.ts';
import { combineQueries } from '#web/base/page/Loaded.tsx';

/** The sheet against the bucket as it is now, with the choices made so far. Undefined until the dials are loaded. */
export function useSheetDifference(reading: SheetReading, bucket: Bucket) {
  const now = listOf(bucket);
  const added = useAddedDials(reading);
  const pins = useMemo(
    () => uniquePins([...reading.origin.entries, ...now, ...listSheetPins(reading, added.data ?? [])]),
    [reading, now, added.data],
  );
  const dials = useBucketDials(pins);
  const reference = useReference();
  const [answers, setAnswers] = useState<SheetAnswers>(() => new Map());
  const [targets, setTargets] = useState<ValueTargets>(() => new Map());
  const { lookup } = dials;
  const known = pins.length > 0 && dials.isPlaceholderData ? undefined : dials.data;
  const difference = useMemo(() => {
    if (known === undefined || added.data === undefined || reference.data === undefined) return undefined;
    const newest = known.map(({ newer, ...dial }): LibraryDial => newer ?? dial);
    return compareSheet({
      reading,
      now,
      findDial: (pin) => lookup(pin)?.data,
      library: [...new Map([...added.data, ...newest].map((dial) => [dial.dial_id, dial])).values()],
      options: reference.data,
      answers,
      targets,
    });
  }, [reading, now, known, lookup, added.data, reference.data, answers, targets]);
  // What is shown stays until the dials that others added are loaded.
  const [shown, setShown] = useState(difference);
  if (difference !== undefined && difference !== shown) setShown(difference);
  return {
    difference: difference ?? shown,
    isCurrent: difference !== undefined,
    /** Its data are of the bucket as it is now. */
    query: combineQueries([dials, added, reference], difference),
    answers,
    answer: (keys: readonly string[], side: SheetAnswer) =>
      setAnswers((before) => new Map([...before, ...keys.map((key): [string, SheetAnswer] => [key, side])])),
    setTarget: (key: string, target: ValueTarget) => setTargets((before) => new Map(before).set(key, target)),
  };
}

const uniquePins = (pins: readonly Pin[]): Pin[] => [
  ...new Map(pins.map(({ dial_id, version }) => [`${dial_id} ${version}`, { dial_id, version }])).values(),
];

/** The published dials that new rows name, by id or by name. The search ranks hits in the name first. */
function useAddedDials(reading: SheetReading) {
  const api = useApi();
  const { ids, names } = useMemo(() => {
    const exported = new Set(reading.origin.entries.map(({ dial_id }) => dial_id));
    const dials = listSheetDials(reading);
    return { ids: dials.ids.filter((id) => !exported.has(id)), names: [...new Set(dials.names)] };
  }, [reading]);
  return useCustomQuery({
    queryKey: ['bucket-dials', 'in a sheet', { ids, names }],
    queryFn: async ({ signal }): Promise<readonly LibraryDial[]> => {
      const found: LibraryDial[] = [];
      for (const dialId of ids.filter(isDialId)) {
        // Without such a dial the name counts. Any other error ends the comparison: the row would become a new dial.
        const dial = await api.getDial({ params: { dialId }, query: {} }, { signal }).catch((error: unknown) => {
          if (error instanceof Problem && error.kind === 'not-found') return undefined;
          throw error;
        });
        if (dial?.state !== 'published') continue;
        const { dial_id, ...data } = dial.data;
        found.push({ dial_id, version: dial.version, data });
      }
      for (const name of names) {
        const { items } = await api.pickDials({ query: { q: name.slice(0, 200), limit: 50 } }, { signal });
        found.push(...items.map(({ dial_id, version, data }) => ({ dial_id, version, data })));
      }
      return found;
    },
  });
}
