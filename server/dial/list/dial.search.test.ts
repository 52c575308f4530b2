import { expect, test } from 'vitest';
import type { Dial, DialRow } from '#contract/dial.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';

let now = new Date('2026-11-15T10:00:00.000Z');
const server = useTestApp({ now: () => now });
const tester = dialTester(server);
const { call, good, create, save, publish, published } = tester;
const found = async (q: string) =>
  (await good<{ items: DialRow[] }>('GET', `/api/dials?q=${q}`)).items.map(({ name, status }) => [name, status]);

test('the search follows every change of a dial: words, name, status, day, use and delete', async () => {
  const draft = await create({ name: 'Quartz lantern', description: 'about zephyrs' });
  expect(await found('zephyr')).toEqual([['Quartz lantern', 'draft']]);

  const saved = (await save(draft, { description: 'about walruses' })).json<Dial>();
  expect([await found('zephyr'), await found('alrus')]).toEqual([[], [['Quartz lantern', 'draft']]]);

  const renamed = (await save(saved, { name: 'Amber lantern', active_until: '2026-11-17' })).json<Dial>();
  expect([await found('quartz'), await found('amber')]).toEqual([[], [['Amber lantern', 'draft']]]);

  const dial = await publish(renamed);
  expect(await found('amber+walruses')).toEqual([['Amber lantern', 'ready']]);

  const bucket = await tester.putIntoBucket(dial, 'live');
  expect(await found('lantern')).toEqual([['Amber lantern', 'active']]);
  await tester.takeOutOfBucket(dial, bucket);

  now = new Date('2026-11-17T00:00:00.000Z');
  await server.runJob('dialStatuses');
  expect(await found('lantern')).toEqual([['Amber lantern', 'expired']]);

  const { revision } = await good('GET', `/api/dials/${dial.id}`);
  expect((await call('DELETE', `/api/dials/${dial.id}`, { ifMatch: revision })).statusCode).toBe(200);
  expect(await found('lantern')).toEqual([]);
});

test('a draft of a published dial is not found before it is published', async () => {
  const dial = await published({ name: 'Obsidian', description: 'first' });
  const draft = await good('POST', `/api/dials/${dial.id}/draft`);
  const saved = (await save(draft, { description: 'marigold', reason: 'x' })).json<Dial>();
  expect(await found('marigold')).toEqual([]);
  await publish(saved);
  expect(await found('marigold')).toEqual([['Obsidian', 'ready']]);
});

test('a word too long for an index is found by any part of it', async () => {
  const word = Array.from({ length: 400 }, (_, index) => `q${index.toString(36)}`).join('');
  await create({ name: 'Long winded', description: word });
  for (const piece of [
    word.slice(0, 3),
    ...[90, 95, 200, 1000].map((at) => word.slice(word.indexOf('q', at), at + 100)),
  ])
    expect(await found(piece), piece).toEqual([['Long winded', 'draft']]);
  const middle = word.slice(word.indexOf('q', 50) + 1, 54).slice(0, 2);
  expect(await found(middle)).toEqual([]);
});

test('many words that contain a search term are all found, in order', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `kelp${String.fromCodePoint(97 + (index % 26))}${index}`);
  await create({ name: 'Kelp second', description: many.slice(0, 30).join(' ') });
  await create({ name: 'Kelp first', description: many.slice(30).join(' ') });
  await create({ name: 'Kelp third', description: 'kelp' });
  const names = ['Kelp first', 'Kelp second', 'Kelp third'].map((name) => [name, 'draft']);
  expect(await found('kelp')).toEqual(names);
  expect(await found('kelp+second')).toEqual([names[1]]);
  expect(await found('kelpa')).toEqual(names.slice(0, 2));
});
