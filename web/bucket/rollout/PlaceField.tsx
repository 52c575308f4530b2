import { SegmentedControl, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place } from '#domain/bucket/rollout.ts';
import { useApi } from '#web/api/client.tsx';
import { Card } from '#web/kit/Card.tsx';
import type { Rollout } from './rolloutPlan.ts';
import type { RolloutState } from './useRollout.ts';

const PLACES = [
  { value: 'top', label: 'At the top' },
  { value: 'end', label: 'At the end' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
] as const satisfies readonly { value: Place['at']; label: string }[];

/** Where the dial goes in each bucket; of a dial that is taken out there is nothing to say. */
export function PlaceField({ state, rollout }: Readonly<{ state: RolloutState; rollout: Rollout }>) {
  if (rollout === 'remove')
    return (
      <Card title="What changes">
        <p className="ls-ink-2">
          The dial is taken out of the buckets below, with what they override. The dials after it move up.
        </p>
      </Card>
    );
  return (
    <Card title="Where it goes">
      <Choose place={state.place} onPlace={state.setPlace} />
    </Card>
  );
}

type ChooseProps = Readonly<{ place: Place | undefined; onPlace: (place: Place | undefined) => void }>;

function Choose({ place, onPlace }: ChooseProps) {
  const [at, setAt] = useState<Place['at']>(place?.at ?? 'end');
  const [q, setQ] = useState('');
  const api = useApi();
  const besides = at === 'before' || at === 'after';
  const dials = useQuery({
    queryKey: ['dials', 'neighbours', q],
    queryFn: ({ signal }) => api.pickDials({ query: { ...(q !== '' && { q }), limit: 50 } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: besides,
  });
  const choose = (next: Place['at']) => {
    setAt(next);
    if (next === 'top' || next === 'end') onPlace({ at: next });
    else onPlace(place && 'dial_id' in place ? { at: next, dial_id: place.dial_id } : undefined);
  };
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
          placeholder="Choose a dial"
          searchable
          onSearchChange={setQ}
          nothingFoundMessage="No matching dial"
          filter={({ options }) => options}
          data={dials.data?.items.map(({ dial_id, data }) => ({ value: dial_id, label: data.name })) ?? []}
          onChange={(dial_id) => onPlace(dial_id === null ? undefined : { at, dial_id })}
        />
      )}
      {besides && (
        <p className="ls-small ls-ink-3">
          A bucket without that dial is named, and nothing is changed until you choose again.
        </p>
      )}
    </div>
  );
}
