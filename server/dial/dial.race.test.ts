import { expect, test } from 'vitest';
import type { Dial } from '#contract/dial.ts';
import { dialTester } from '#server/testing/dials.ts';
import { useTestServers } from '#server/testing/servers.ts';
import { sortedStatuses } from '#server/testing/calls.ts';

const now = new Date('2026-11-15T10:58:00.000Z');
/** Calls are spread over three servers on one database. */
const servers = useTestServers(3, { now: () => now });
const tester = dialTester(servers);
const { call, good, create, save, published, records } = tester;

test('[DL13] of ten concurrent saves on several servers exactly one wins; the others learn who did', async () => {
  const dial = await create();
  const people = ['underwriter', 'underwriter.two'];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      save(dial, { description: `Save ${index}` }, { who: people[index % 2] ?? '' }),
    ),
  );
  expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<Dial>();
  const after = await good('GET', `/api/dials/${dial.id}`);
  expect(after.data.description).toBe(winner?.data.description);
  for (const { statusCode, body } of answers)
    if (statusCode === 412) expect(body).toContain(`${winner?.saved_by.name} saved this draft.`);
  expect((await records(dial.id)).filter(({ action }) => action === 'dial_saved')).toHaveLength(1);
});

test('[DL14] of a save and two concurrent publishes one wins, and nothing published changes', async () => {
  for (let time = 0; time < 5; time += 1) {
    const dial = await create();
    const answers = await Promise.all([
      call('POST', `/api/dials/${dial.id}/draft/publish`, { ifMatch: dial.revision }),
      save(dial, { description: 'Late' }, { who: 'underwriter.two' }),
      call('POST', `/api/dials/${dial.id}/draft/publish`, { ifMatch: dial.revision, who: 'underwriter.two' }),
    ]);
    expect(sortedStatuses(answers)).toEqual([200, 412, 412]);
    const after = await good('GET', `/api/dials/${dial.id}`);
    const saved = answers[1].statusCode === 200;
    expect([after.state, after.data.description]).toEqual(saved ? ['draft', 'Late'] : ['published', '']);
  }
});

test('two concurrent starts of a dial version make one draft', async () => {
  const dial = await published();
  const started = await Promise.all(Array.from({ length: 6 }, () => good('POST', `/api/dials/${dial.id}/draft`)));
  expect(new Set(started.map(({ version, revision }) => `${version} ${revision}`)).size).toBe(1);
  expect((await records(dial.id)).filter(({ action }) => action === 'dial_version_started')).toHaveLength(1);
});

test('of six concurrent first saves of a published dial one starts the version; the others learn who did', async () => {
  const dial = await published();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => save(dial, { reason: `Save ${index}` }, { who: 'underwriter.two' })),
  );
  expect(sortedStatuses(answers)).toEqual([200, 412, 412, 412, 412, 412]);
  expect(answers.find(({ statusCode }) => statusCode === 412)?.body).toContain(
    'Demo Second Underwriter saved this draft.',
  );
  expect((await records(dial.id)).filter(({ action }) => action === 'dial_version_started')).toHaveLength(1);
});

test('of a delete and a bucket that adds the dial concurrently one is refused', async () => {
  const cobs = ['cargo', 'specie', 'hull', 'flood', 'terrorism', 'fi'];
  for (const cob of cobs) {
    const dial = await published();
    const [gone, taken] = await Promise.all([
      call('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision }),
      tester.putIntoBucket(dial, 'draft', cob).then(
        () => true,
        () => false,
      ),
    ]);
    expect([gone.statusCode, taken]).toEqual(taken ? [409, true] : [200, false]);
  }
});

test('the races of dials ran on every server', () => {
  expect(Math.min(...servers.served)).toBeGreaterThan(10);
});
