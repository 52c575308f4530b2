import { useMemo } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { useEditor } from '#web/bucket/editor.ts';
import type { DialLookup } from '#web/bucket/query.ts';

export type DialNames = Readonly<{
  /** Its position in the list, if it is in it. */
  positionOf: (dialId: string) => number | undefined;
  nameOf: (dialId: string) => string;
  /** "dial 11, Cyber base appetite" */
  inSentence: (dialId: string) => string;
}>;

/** The names of the dials of a list; removed dials are looked up in earlier lists. */
export function nameDials(entries: BucketEntries, others: readonly BucketEntries[], lookup: DialLookup): DialNames {
  const positions = new Map(entries.map(({ dial_id }, index) => [dial_id, index + 1]));
  const byId = new Map([...others.flat(), ...entries].map((entry) => [entry.dial_id, entry]));
  const nameOf = (id: string) => {
    const entry = byId.get(id);
    return (entry && lookup(entry)?.data.name) ?? 'A dial that cannot be read';
  };
  const positionOf = (id: string) => positions.get(id);
  const inSentence = (id: string) => {
    const place = positionOf(id);
    return place === undefined ? nameOf(id) : `dial ${place}, ${nameOf(id)}`;
  };
  return { positionOf, nameOf, inSentence };
}

/** Of the list being edited. */
export function useDialNames(): DialNames {
  const { bucket, base, entries, lookup } = useEditor();
  const live = bucket.live.entries;
  return useMemo(() => nameDials(entries, [live, base], lookup), [entries, live, base, lookup]);
}
