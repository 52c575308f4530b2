import { SegmentedControl, Select } from '@mantine/core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { InsertPosition } from '#domain/bucket/rollout.ts';
import { useApi } from '#web/base/api/client.tsx';
import { apiQuery, useApiQuery } from '#web/base/api/query.ts';
import { PlanPage, PlanWaiting } from '#web/batch/plan/PlanPage.tsx';
import { type DialInBuckets, TITLES } from '#web/batch/rollout/rolloutPlan.ts';
import { MAX_ADDED_DIALS } from '#web/dial/address.ts';
import { combineQueries } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { AddMatrix } from './AddMatrix.tsx';
import { ChosenBuckets } from './ChosenBuckets.tsx';
import { Overrides } from './Overrides.tsx';
import { type AddState, useAdding } from './useAdding.ts';

/** Adds one dial, or several in order, to buckets ticked in the matrix. */
export function AddPage({ dialId }: Readonly<{ dialId: string }>) {
  const [search] = useSearchParams();
  const ids = [...new Set([dialId, ...search.getAll('with')])].slice(0, MAX_ADDED_DIALS);
  const api = useApi();
  const queries = useQueries({ queries: ids.map((id) => apiQuery(api, 'listDialPlaces', { params: { dialId: id } })) });
  const dials = queries.flatMap(({ data }, index): DialInBuckets[] =>
    data ? [{ ...data, dialId: ids[index] ?? dialId }] : [],
  );
  if (dials.length === queries.length) return <AddDials key={ids.join(' ')} dials={dials} />;
  return <PlanWaiting title={TITLES.add} dialId={dialId} query={combineQueries(queries, undefined)} />;
}

function AddDials({ dials }: Readonly<{ dials: readonly DialInBuckets[] }>) {
  const adding = useAdding(dials);
  const { state, added, back, isTouched } = adding;
  const [first, ...others] = added;
  return (
    <PlanPage
      title={TITLES.add}
      subject={
        others.length === 0
          ? { name: first?.name ?? 'Dial', to: back }
          : { name: plural(added.length, 'dial'), to: '/dials' }
      }
      status={others.length === 0 && first && <span className="ls-tag ls-blue">v{first.version}</span>}
      state={state}
      form={adding.form}
      isTouched={isTouched}
      nothing="There is no bucket yet."
      about={
        <div className="ls-grid ls-gap-16">
          <Card title={others.length === 0 ? 'Where it goes' : 'Where they go'}>
            {others.length > 0 && (
              <ol className="ls-below-12">
                {added.map(({ dial_id, name, version }) => (
                  <li key={dial_id}>
                    {name} <span className="ls-tag">v{version}</span>
                  </li>
                ))}
              </ol>
            )}
            <PlaceField adding={adding} />
          </Card>
          <Overrides adding={adding} />
        </div>
      }
    >
      <AddMatrix adding={adding} dials={dials} />
      {state.chosen.length > 0 && <ChosenBuckets adding={adding} />}
    </PlanPage>
  );
}

const PLACES = [
  { value: 'top', label: 'At the top' },
  { value: 'end', label: 'At the end' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
] as const satisfies readonly { value: InsertPosition['at']; label: string }[];

/** The position of the dials in each bucket. */
function PlaceField({ adding: { place, setPlace, added } }: Readonly<{ adding: AddState }>) {
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
