import { useQueries } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '#web/api/client.tsx';
import { apiQuery } from '#web/api/query.ts';
import { MAX_ADDED_DIALS } from '#web/dial/address.ts';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { PlanPage, PlanWaiting } from '#web/bucket/plan/PlanPage.tsx';
import { type DialInBuckets, TITLES } from '#web/bucket/rollout/rolloutPlan.ts';
import { combineQueries } from '#web/frame/Loaded.tsx';
import { AddMatrix } from './AddMatrix.tsx';
import { ChosenBuckets } from './ChosenBuckets.tsx';
import { Overrides } from './Overrides.tsx';
import { PlaceField } from './PlaceField.tsx';
import { useAdding } from './useAdding.ts';

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
