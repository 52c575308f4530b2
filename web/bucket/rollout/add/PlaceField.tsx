import { SegmentedControl, Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { InsertPosition } from '#domain/bucket/rollout.ts';
import { useApiQuery } from '#web/api/query.ts';
import type { AddState } from './useAdding.ts';

const PLACES = [
  { value: 'top', label: 'At the top' },
  { value: 'end', label: 'At the end' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
] as const satisfies readonly { value: InsertPosition['at']; label: string }[];

/** The position of the dials in each bucket. */
export function PlaceField({ adding: { place, setPlace, added } }: Readonly<{ adding: AddState }>) {
  const [at, setAt] = useState<InsertPosition['at']>(place?.at ?? 'end');
  const [q, setQ] = useState('');
  const besides = at === 'before' || at === 'after';
  const dials = useApiQuery(
    'pickDials',
    { query: { ...(q !== '' && { q }), limit: 50 } },
    { placeholderData: keepPreviousData, enabled: besides },
  );
  const choose = (next: InsertPosition['at']) => {
    setAt(next);
    if (next === 'top' || next === 'end') setPlace({ at: next });
    else setPlace(place && 'dial_id' in place ? { at: next, dial_id: place.dial_id } : undefined);
  };
  const own = new Set(added.map(({ dial_id }) => dial_id));
  const found = dials.data?.items.filter(({ dial_id }) => !own.has(dial_id)) ?? [];
  return (
    <div className="ls-grid ls-gap-12">
      <SegmentedControl
        aria-label="Where the dial goes"
        value={at}
        onChange={(next) => choose(next)}
        data={PLACES.map((one) => ({ ...one }))}
      />
      {besides && (
        <Select
          label="Next to which dial"
          description="Buckets without that dial cannot be chosen."
          placeholder="Choose a dial"
          searchable
          onSearchChange={setQ}
          nothingFoundMessage="No matching dial"
          filter={({ options }) => options}
          data={found.map(({ dial_id, data }) => ({ value: dial_id, label: data.name }))}
          onChange={(dial_id) => setPlace(dial_id === null ? undefined : { at, dial_id })}
        />
      )}
    </div>
  );
}
