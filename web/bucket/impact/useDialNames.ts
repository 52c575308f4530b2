import { useMemo } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import type { DialLookup } from '#web/bucket/query.ts';

export type DialNames = Readonly<{
  /** Its place in the list, where it is in it. */
  positionOf: (dialId: string) => number | undefined;
  nameOf: (dialId: string) => string;
  /** "dial 11, Cyber base appetite" */
  inSentence: (dialId: string) => string;
}>;

/** What the dials of a list are called; one that is not in it is known by the lists it may have been taken out of. */
export function nameDials(entries: BucketEntries, others: readonly BucketEntries[], lookup: DialLookup): DialNames {
  const places = new Map(entries.map(({ dial_id }, index) => [dial_id, index + 1]));
  const known = new Map([...others.flat(), ...entries].map((entry) => [entry.dial_id, entry]));
  const nameOf = (id: string) => {
    const entry = known.get(id);
    return (entry && lookup(entry)?.data.name) ?? 'A dial that cannot be read';
  };
  const positionOf = (id: string) => places.get(id);
  const inSentence = (id: string) => {
    const place = positionOf(id);
    return place === undefined ? nameOf(id) : `dial ${place}, ${nameOf(id)}`;
  };
  return { positionOf, nameOf, inSentence };
}

/** Of the list under a person's hands. */
export function useDialNames(): DialNames {
  const { bucket, base, entries, lookup } = useEditor();
  const live = bucket.live.entries;
  return useMemo(() => nameDials(entries, [live, base], lookup), [entries, live, base, lookup]);
}
