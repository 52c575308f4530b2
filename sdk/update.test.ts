import { describe, expect, test } from 'vitest';
import { createStore } from './store.ts';
import { createFeed, createSigner, hashOf, PACK } from './testing/feed.ts';
import { createMemoryDisk } from './testing/memory.ts';
import { candidate, createWorld, sequenceOf, signer } from './testing/world.ts';

test('a release is applied, stored and found again after a restart', async () => {
  const world = createWorld();
  const updater = world.open();
  expect(await updater.openSnapshot()).toBe(false);
  const received = await world.publish({ sequence: 1 });
  await updater.update(received);
  const keys = new TextDecoder().decode(world.disk.content.get('/engine/keys.json'));
  expect(JSON.parse(keys)).toEqual({ keys: [signer.key] });
  expect(sequenceOf(updater)).toBe(1);
  expect(updater.running()?.source).toBe('server');
  expect(updater.conformance()?.failed).toEqual([]);

  const reopened = world.open();
  expect(await reopened.openSnapshot()).toBe(true);
  expect(sequenceOf(reopened)).toBe(1);
  expect(reopened.running()?.source).toBe('snapshot');
  expect(reopened.etag()).toBe(received.etag);
  reopened.confirm();
  expect(reopened.running()?.source).toBe('server');
});

test('the disk holds the bytes as received, and only the documents that the release needs', async () => {
  const world = createWorld();
  const updater = world.open();
  await updater.update(await world.publish({ sequence: 1 }));
  const feed = createFeed({ sequence: 2 });
  const received = await world.publish(feed);
  await updater.update(received);
  const text = (path: string) => new TextDecoder().decode(world.disk.content.get(path));
  expect(text('/engine/production.jws')).toBe(received.jws);
  const stored = [...world.disk.content.keys()].filter((path) => path.startsWith('/engine/documents/'));
  expect(stored.toSorted()).toEqual([...feed.documents.keys()].map((hash) => `/engine/documents/${hash}`).toSorted());
});

test('only documents that are not there yet are fetched', async () => {
  const world = createWorld();
  const updater = world.open();
  await updater.update(await world.publish({ sequence: 1 }));
  world.requests.length = 0;
  await updater.update(await world.publish({ sequence: 2 }));
  expect(new Set(world.requests).size).toBe(world.requests.length);
  expect(world.requests).not.toContain(hashOf(PACK));
  expect(world.requests).toHaveLength(1);
});

test('the error names the release that was refused', async () => {
  const world = createWorld();
  const updater = world.open();
  await updater.update(await world.publish({ sequence: 5 }));
  await expect(updater.update(await world.publish({ sequence: 4 }))).rejects.toMatchObject({ sequence: 4 });
  await expect(updater.update({ jws: 'x', etag: null })).rejects.toMatchObject({ sequence: null });
});

test('the same release again changes nothing', async () => {
  const world = createWorld();
  const updater = world.open();
  const received = await world.publish({ sequence: 1 });
  await updater.update(received);
  await updater.update({ ...received, etag: '"other"' });
  expect(world.applied).toEqual([1]);
  expect(updater.etag()).toBe('"other"');
});

test('the same release signed by another key is stored and not applied again', async () => {
  const world = createWorld();
  const updater = world.open();
  await updater.update(await world.publish({ sequence: 1 }));
  const second = await createSigner();
  world.list(await signer.endorse(second.key));
  const again = await world.publish({ sequence: 1 }, second);
  await updater.update(again);
  expect(world.applied).toEqual([1]);
  expect(updater.etag()).toBe(again.etag);
  expect(new TextDecoder().decode(world.disk.content.get('/engine/production.jws'))).toBe(again.jws);
  const reopened = world.open();
  await reopened.openSnapshot();
  expect(sequenceOf(reopened)).toBe(1);
});

test('a candidate release is applied where it is asked for', async () => {
  const world = createWorld('candidate');
  const updater = world.open();
  await expect(updater.update(await world.publish({ sequence: 1 }))).rejects.toThrow(/not trusted/);
  await updater.update(await world.publish({ sequence: 1, channel: 'candidate' }, candidate));
  expect(sequenceOf(updater)).toBe(1);
});

test('the scope of partners may change with a restart, also within one sequence', async () => {
  const world = createWorld();
  await world.open().update(await world.publish({ sequence: 3, partners: [9101] }));
  const reopened = world.open();
  await reopened.openSnapshot();
  await reopened.update(await world.publish({ sequence: 3, partners: [9101, 9102] }));
  expect(reopened.running()?.rules.release.partners).toEqual([9101, 9102]);
  await expect(reopened.update(await world.publish({ sequence: 4, partners: [9101] }))).rejects.toThrow(/Restart/);
});

describe('a damaged snapshot is never trusted, and fetched again', () => {
  test.each([
    ['production.jws', /signature|not a signed release/],
    ['documents', /missing or damaged/],
  ])('%s', async (file, message) => {
    const world = createWorld();
    const received = await world.publish({ sequence: 1 });
    await world.open().update(received);
    const paths = [...world.disk.content.keys()].filter((path) => path.startsWith(`/engine/${file}`));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const whole = world.disk.content.get(path) ?? new Uint8Array();
      for (const damaged of [whole.slice(0, whole.length / 2), whole.with(whole.length - 9, 1), new Uint8Array()]) {
        world.disk.content.set(path, damaged);
        const reopened = world.open();
        await expect(reopened.openSnapshot(), path).rejects.toThrow(message);
        expect(reopened.running()).toBeNull();
        expect(reopened.etag()).toBeNull();
        await reopened.update(received);
        expect(sequenceOf(reopened)).toBe(1);
        expect(world.disk.content.get(path)).toEqual(whole);
      }
    }
  });

  test('an older release is not accepted in its place', async () => {
    const world = createWorld();
    await world.open().update(await world.publish({ sequence: 5 }));
    const path = [...world.disk.content.keys()].find((one) => one.startsWith('/engine/documents/')) ?? '';
    world.disk.content.delete(path);
    const reopened = world.open();
    await expect(reopened.openSnapshot()).rejects.toThrow(/missing or damaged/);
    await expect(reopened.update(await world.publish({ sequence: 4 }))).rejects.toThrow(/older than 5/);
  });

  test('an ETag with any flipped bit is not used: as a header it could make every request fail', async () => {
    const world = createWorld();
    await world.open().update(await world.publish({ sequence: 1 }));
    const whole = world.disk.content.get('/engine/etag') ?? new Uint8Array();
    const store = createStore('/engine', 'production', world.disk.files);
    const jws = (await store.readRelease()) ?? '';
    expect(await store.readEtag(jws)).not.toBeNull();
    for (const [at, byte] of whole.entries())
      for (let bit = 0; bit < 8; bit += 1) {
        world.disk.content.set('/engine/etag', whole.with(at, byte ^ (1 << bit)));
        expect(await store.readEtag(jws), `byte ${at}, bit ${bit}`).toBeNull();
      }
  });

  test('an ETag of another release is not used', async () => {
    const world = createWorld();
    const updater = world.open();
    await updater.update(await world.publish({ sequence: 1 }));
    const old = new Map(world.disk.content);
    await updater.update(await world.publish({ sequence: 2 }));
    const etag = world.disk.content.get('/engine/etag') ?? new Uint8Array();
    const reopened = world.open(createMemoryDisk(new Map([...old, ['/engine/etag', etag]])));
    await reopened.openSnapshot();
    expect(sequenceOf(reopened)).toBe(1);
    expect(reopened.etag()).toBeNull();
  });
});

test('with a full disk the new release runs, is reported, and is stored when there is space', async () => {
  const world = createWorld();
  const updater = world.open();
  await updater.update(await world.publish({ sequence: 1 }));
  world.disk.fill(true);
  const received = await world.publish({ sequence: 2 });
  for (let time = 0; time < 2; time += 1) {
    await expect(updater.update(received)).rejects.toThrow(/Release 2 runs, but cannot be stored: ENOSPC/);
    expect(sequenceOf(updater)).toBe(2);
    expect(updater.etag()).toBeNull();
    const reopened = world.open();
    await reopened.openSnapshot();
    expect(sequenceOf(reopened)).toBe(1);
  }
  await expect(updater.update(await world.publish({ sequence: 3 }))).rejects.toThrow(/ENOSPC/);
  world.disk.fill(false);
  const last = await world.publish({ sequence: 4 });
  await updater.update(last);
  expect(updater.etag()).toBe(last.etag);
  const reopened = world.open();
  await reopened.openSnapshot();
  expect(sequenceOf(reopened)).toBe(4);
});

test('a pack that passed with a refused release is stored with the next one', async () => {
  const world = createWorld();
  const updater = world.open();
  const pack = `${PACK} `;
  await expect(
    updater.update(await world.publish({ sequence: 1, pack, inputs: [{ document: '{}' }] })),
  ).rejects.toThrow(/format/);
  await updater.update(await world.publish({ sequence: 2, pack }));
  const reopened = world.open();
  expect(await reopened.openSnapshot()).toBe(true);
});

test('a loss of power between any two steps leaves the old release or the new one', async () => {
  const seen = new Set<number | null>();
  const second = await createSigner();
  for (let step = 0; ; step += 1) {
    const world = createWorld();
    const updater = world.open();
    const first = await world.publish({ sequence: 1 });
    await updater.update(first);
    world.list(await signer.endorse(second.key));
    const received = await world.publish({ sequence: 2 }, second);
    const before = world.disk.calls();
    world.disk.failAfter(step);
    await updater.update(received).catch(() => undefined);
    const isWhole = world.disk.calls() - before <= step;

    for (const content of world.disk.losePower()) {
      const reopened = world.open(createMemoryDisk(content));
      expect(await reopened.openSnapshot(), `after step ${step}`).toBe(true);
      const sequence = sequenceOf(reopened);
      seen.add(sequence);
      if (isWhole) expect(sequence).toBe(2);
      // An ETag is there for the release that is there, or not at all.
      expect([null, sequence === 2 ? received.etag : first.etag]).toContain(reopened.etag());
      await reopened.update(received);
      expect(sequenceOf(reopened)).toBe(2);
    }
    if (isWhole) break;
  }
  expect(seen).toEqual(new Set([1, 2]));
});
