import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { Api } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { ADDRESS, fakeBucketServer, JUST_NOW, makeBucket, makeDraft, ME, OTHER } from './testing.tsx';
import { renderPage } from '#web/testing/page.tsx';
import { useSession } from '#web/base/session/session.tsx';
import { useBucketWatch } from './useBucketWatch.ts';
import { describeRemoteChange } from './words.ts';
import { fakeEvents } from '#web/base/live/testing.ts';

const at = JUST_NOW;
const saved = (by: typeof ME, revision: string, cob: string = ADDRESS.cob): BucketEvent => ({
  kind: 'bucket_draft_saved',
  cob,
  partner: ADDRESS.partner,
  revision,
  by,
  at,
});

function Watching() {
  const api = useApi();
  const { data } = useApiQuery('getBucket', { params: ADDRESS });
  const { person } = useSession();
  const remoteChange = useBucketWatch(ADDRESS);
  const cancel = () => api.cancelReviews({ params: ADDRESS }, { ifMatch: data?.revision ?? '' });
  return (
    <>
      <output>{`revision ${data?.revision}`}</output>
      <p>{remoteChange ? describeRemoteChange(remoteChange, person.id) : 'No change'}</p>
      <button type="button" onClick={() => void cancel()}>
        Cancel
      </button>
    </>
  );
}

type Events = ReturnType<typeof fakeEvents>;
type Server = ReturnType<typeof fakeBucketServer>['server'];

async function watch(answers: (server: Server, events: Events) => Partial<Api> = () => ({})) {
  const events = fakeEvents();
  const draft = makeDraft([], { state: 'pending_review' });
  const routes: Partial<Api> = { watchBuckets: events.watchBuckets };
  const { server, api } = fakeBucketServer(makeBucket([], { draft }), [], routes);
  Object.assign(api, answers(server, events));
  await renderPage(<Watching />, { api, route: '/', address: '/', permissions: ['bucket:view'] });
  await expect.element(page.getByText('revision 40')).toBeVisible();
  await expect.poll(events.listening).toBe(1);
  return { events, server };
}

test('a change by someone else is refetched at once and reported', async () => {
  const { events, server } = await watch();
  server.theySave([]);
  events.send(saved(OTHER, '41'));
  await expect.element(page.getByText('revision 41')).toBeVisible();
  await expect.element(page.getByText(/^Demo Cyber Lead saved this draft at \d\d:\d\d\.$/)).toBeVisible();
});

test('ignores changes to another bucket', async () => {
  const { events, server } = await watch();
  events.send(saved(OTHER, '3', 'flood'));
  server.theySave([]);
  events.send({ kind: 'resync' });
  await expect.element(page.getByText('revision 41')).toBeVisible();
  await expect.element(page.getByText('No change')).toBeVisible();
});

test('ignores changes made by this tab, even if the event arrives before the response', async () => {
  const answered = Promise.withResolvers<void>();
  const { events, server: after } = await watch((server, own) => ({
    cancelReviews: async () => {
      server.theyReset();
      const answer = server.bucket as Bucket;
      own.send({ ...saved(ME, '41'), kind: 'bucket_reviews_cancelled' } as BucketEvent);
      await answered.promise;
      return answer;
    },
  }));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('revision 41')).toBeVisible();
  answered.resolve();
  after.theySave([]);
  events.send({ kind: 'resync' });
  await expect.element(page.getByText('revision 42')).toBeVisible();
  await expect.element(page.getByText('No change')).toBeVisible();
});

test('reports changes by the same person in another tab', async () => {
  const { events, server } = await watch();
  server.theySave([]);
  events.send(saved(ME, '41'));
  await expect.element(page.getByText(/^You saved this draft in another tab at \d\d:\d\d\.$/)).toBeVisible();
});
