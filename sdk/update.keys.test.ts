import { describe, expect, test } from 'vitest';
import { endorsementText } from '#domain/feed/keys.ts';
import { createSigner } from './testing/feed.ts';
import { candidate, createWorld, sequenceOf, signer, stranger } from './testing/world.ts';

describe('a new key', () => {
  test('is trusted by a chain of endorsements, and again after a restart without its first links', async () => {
    const world = createWorld();
    const [second, third] = [await createSigner(), await createSigner()];
    const updater = world.open();
    await updater.update(await world.publish({ sequence: 1 }));
    const endorsed = await signer.endorse(second.key);
    world.list(endorsed);
    await updater.update(await world.publish({ sequence: 2 }, second));
    world.list(await second.endorse(third.key));
    await updater.update(await world.publish({ sequence: 3 }, third));
    expect(sequenceOf(updater)).toBe(3);

    world.list();
    const reopened = world.open();
    await reopened.openSnapshot();
    expect(sequenceOf(reopened)).toBe(3);
    await reopened.update(await world.publish({ sequence: 4 }, third));
    expect(sequenceOf(reopened)).toBe(4);
  });

  test('is trusted by an endorsement of an older server, which had the type of a release, and by no other type', async () => {
    const second = await createSigner();
    const endorse = async (typ: string) => ({
      ...(await signer.endorse(second.key)),
      endorsement: await signer.sign(endorsementText(second.key), typ),
    });
    const world = createWorld();
    const updater = world.open();
    await updater.update(await world.publish({ sequence: 1 }));
    world.list(await endorse('lineslip-other'));
    await expect(updater.update(await world.publish({ sequence: 2 }, second))).rejects.toThrow(/not trusted/);
    world.list(await endorse('lineslip-release'));
    await updater.update(await world.publish({ sequence: 2 }, second));
    expect(sequenceOf(updater)).toBe(2);
  });

  test('is not trusted by its presence, by itself, by a stranger, or with the endorsement of another key', async () => {
    const world = createWorld();
    const updater = world.open();
    await updater.update(await world.publish({ sequence: 1 }));
    const other = await createSigner();
    const endorsed = await signer.endorse(other.key);
    for (const key of [
      stranger.key,
      await stranger.endorse(stranger.key),
      await other.endorse(stranger.key),
      { ...stranger.key, endorsed_by: signer.key.kid, endorsement: endorsed.endorsement ?? '' },
      { ...(await candidate.endorse(stranger.key)) },
    ]) {
      world.list(key);
      await expect(updater.update(await world.publish({ sequence: 2 }, stranger))).rejects.toThrow(/not trusted/);
    }
    expect(sequenceOf(updater)).toBe(1);
  });

  test('in a changed keys.json of the directory is not trusted', async () => {
    const world = createWorld();
    await world.open().update(await world.publish({ sequence: 1 }));
    const { jws } = await world.publish({ sequence: 9 }, stranger);
    world.disk.content.set('/engine/production.jws', new TextEncoder().encode(jws));
    world.disk.content.set('/engine/keys.json', new TextEncoder().encode(JSON.stringify({ keys: [stranger.key] })));
    const reopened = world.open();
    await expect(reopened.openSnapshot()).rejects.toThrow(/snapshot cannot be used.*not trusted/);
    expect(reopened.running()).toBeNull();
  });
});
