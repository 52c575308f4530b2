// The styles of selects come with the page that has one.
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import type { CommentedDial } from './useReviewing.ts';

type AboutFieldProps = Readonly<{
  bucket: Bucket;
  /** Nothing is the whole draft. */
  value: CommentedDial | null;
  onChange: (dial: CommentedDial | null) => void;
}>;

const WHOLE = '';

/** What the comment is about: the whole, a dial of the draft, or one that the draft takes out. */
export function AboutField({ bucket: { draft, live }, value, onChange }: AboutFieldProps) {
  const entries = draft?.entries ?? live.entries;
  const removed = useMemo(() => {
    const kept = new Set(entries.map(({ dial_id }) => dial_id));
    return live.entries.filter(({ dial_id }) => !kept.has(dial_id));
  }, [entries, live.entries]);
  const { lookup } = useBucketDials(entries);
  const { lookup: lookupRemoved } = useBucketDials(removed);
  const names = useMemo(() => {
    const nameOf = (entry: BucketEntry) =>
      (lookup(entry) ?? lookupRemoved(entry))?.data.name ?? 'A dial that cannot be read';
    return new Map([...entries, ...removed].map((entry) => [entry.dial_id, nameOf(entry)]));
  }, [entries, removed, lookup, lookupRemoved]);
  const data = useMemo(() => {
    const labelled = (label: (name: string, index: number) => string) => (entry: BucketEntry, index: number) => ({
      value: entry.dial_id,
      label: label(names.get(entry.dial_id) ?? '', index),
    });
    return [
      { value: WHOLE, label: 'On the whole draft' },
      ...entries.map(labelled((name, index) => `${index + 1}. ${name}`)),
      ...removed.map(labelled((name) => `${name} (removed)`)),
    ];
  }, [entries, removed, names]);
  return (
    <Select
      aria-label="What the comment is about"
      data={data}
      value={value?.id ?? WHOLE}
      onChange={(id) => onChange(id === null || id === WHOLE ? null : { id, name: names.get(id) ?? '' })}
      allowDeselect={false}
      searchable
      maxDropdownHeight={280}
      comboboxProps={{ position: 'top-start', width: 320 }}
      nothingFoundMessage="No dial of this draft is called so."
    />
  );
}
