import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useApi } from '#web/base/api/client.tsx';
import { useCustomQuery } from '#web/base/api/query.ts';
import { renderPage } from '#web/testing/page.tsx';
import { fakeEvents } from '#web/base/live/testing.ts';
import { bucketDialsQuery, useBucketDials } from './query.ts';
import { useBucketWatch } from './useBucketWatch.ts';
import { ADDRESS, dialId, fakeBucketServer, makeBucket, makeDial, makeDials, OTHER, withNewer } from './testing.tsx';

const at = '2026-11-16T11:02:00.000Z';

/** A list of dials and a list of statuses, as pages show them. */
function Screen({ count }: Readonly<{ count: number }>) {
  const pins = Array.from({ length: count }, (_, index) => ({ dial_id: dialId(index + 1), version: 1 }));
  const { lookup } = useBucketDials(pins);
  const api = useApi();
  const { data } = useCustomQuery({
    queryKey: ['dials', 'all'],
    queryFn: async () => (await api.readBucketDialStates({ body: { pins } })).items.map(({ status }) => status),
    staleTime: Infinity,
  });
  useBucketWatch();
  return (
    <>
      <ul>
        {pins.map((pin) => {
          const dial = lookup(pin);
          return <li key={pin.dial_id}>{dial && `${dial.data.name} ${dial.status} ${dial.newer?.data.name ?? ''}`}</li>;
        })}
      </ul>
      <output>{data?.join(' ')}</output>
    </>
  );
}

async function open(count: number) {
  const events = fakeEvents();
  const { server, api } = fakeBucketServer(makeBucket(), makeDials(4), { watchBuckets: events.watchBuckets });
  const options = { api, route: '/', address: '/', permissions: ['bucket:view'] };
  const { queryClient } = await renderPage(<Screen count={count} />, options);
  await expect.element(page.getByText(`Dial ${count} active`)).toBeVisible();
  await expect.poll(events.listening).toBe(1);
  return { events, server, api, queryClient };
}

test('an added dial is fetched alone: the others are cached', async () => {
  const { server, api, queryClient } = await open(3);
  expect(server.read).toHaveLength(3);
  const pins = makeDials(4).map(({ dial_id, version }) => ({ dial_id, version }));
  const dials = await queryClient.query(bucketDialsQuery(api, pins));
  expect(dials.map(({ data }) => data.name).toSorted()).toEqual(['Dial 1', 'Dial 2', 'Dial 3', 'Dial 4']);
  expect(server.read.slice(3)).toEqual([`${dialId(4)} 1`]);
});

test('a newly published version is fetched alone, and offered', async () => {
  const { server, events } = await open(3);
  server.dials[1] = withNewer(makeDial(2), { name: 'Dial 2 anew' });
  events.send({ kind: 'dial_published', dial_id: dialId(2), by: OTHER, at });
  await expect.element(page.getByText('Dial 2 active Dial 2 anew')).toBeVisible();
  expect(server.read.slice(3)).toEqual([`${dialId(2)} 2`]);
});

test('an activation refetches the statuses of dials, in lists too, but not their content', async () => {
  const { server, events } = await open(2);
  await expect.element(page.getByText('active active')).toBeVisible();
  server.dials[0] = makeDial(1, {}, { status: 'ready' });
  events.send({ kind: 'bucket_activated', ...ADDRESS, revision: '41', by: OTHER, at });
  await expect.element(page.getByText('ready active')).toBeVisible();
  await expect.element(page.getByText('Dial 1 ready')).toBeVisible();
  expect(server.read).toHaveLength(2);
});

test('an import elsewhere refetches the lists of dials', async () => {
  const { server, events } = await open(2);
  await expect.element(page.getByText('active active')).toBeVisible();
  server.dials[0] = makeDial(1, {}, { status: 'ready' });
  events.send({ kind: 'dial_imported', dial_id: dialId(9), by: OTHER, at });
  await expect.element(page.getByText('ready active')).toBeVisible();
});
