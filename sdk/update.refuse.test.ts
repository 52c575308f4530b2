import { expect, test } from 'vitest';
import { createFeed, OTHER_PACK, UNKNOWN_DIMENSION } from './testing/feed.ts';
import { candidate, createWorld, sequenceOf, signer, stranger } from './testing/world.ts';

const flip = (text: string, at: number): string => {
  const other = text[at] === 'A' ? 'B' : 'A';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
};

type World = ReturnType<typeof createWorld>;
test.each<[string, (world: World) => Promise<{ jws: string; etag: string }>, RegExp]>([
  [
    'a flipped byte of the payload',
    async (w) => {
      const received = await w.publish({ sequence: 6 });
      return { ...received, jws: flip(received.jws, received.jws.indexOf('.') + 40) };
    },
    /signature/,
  ],
  [
    'a flipped byte of the signature',
    async (w) => {
      const received = await w.publish({ sequence: 6 });
      return { ...received, jws: flip(received.jws, received.jws.lastIndexOf('.') + 10) };
    },
    /signature/,
  ],
  [
    'truncated bytes',
    async (w) => {
      const received = await w.publish({ sequence: 6 });
      return { ...received, jws: received.jws.slice(0, -30) };
    },
    /signature/,
  ],
  ['a page of a proxy', async () => ({ jws: '<html>Sign in</html>', etag: '"1"' }), /not a signed release/],
  ['a key of a stranger', (w) => w.publish({ sequence: 6 }, stranger), /not trusted/],
  ['the key of another channel', (w) => w.publish({ sequence: 6 }, candidate), /not trusted/],
  [
    'a candidate release by a key of production',
    (w) => w.publish({ sequence: 6, channel: 'candidate' }),
    /channel candidate/,
  ],
  ['an older release', (w) => w.publish({ sequence: 4 }), /older than 5/],
  ['the same number with other content', (w) => w.publish({ sequence: 5, alarm_after_seconds: 1 }), /other content/],
  [
    'a release for other partners',
    (w) => w.publish({ sequence: 6, partners: [9101] }),
    /for the partners 9101, but this engine runs all partners/,
  ],
  ['another format', (w) => w.publish({ sequence: 6, format: 2 }), /format 2/],
  [
    'a missing document',
    async (w) => {
      const feed = createFeed({ sequence: 6 });
      const received = await w.publish(feed);
      w.documents.delete([...feed.documents.keys()].at(-2) ?? '');
      return received;
    },
    /404/,
  ],
  [
    'a document with other bytes',
    async (w) => {
      const feed = createFeed({ sequence: 6 });
      const received = await w.publish(feed);
      w.documents.set(feed.release.buckets[0]?.document ?? '', '{}');
      return received;
    },
    /other content than its hash/,
  ],
  [
    'an unknown dimension',
    (w) => w.publish({ sequence: 6, inputs: [{ document: UNKNOWN_DIMENSION }] }),
    /9101 cargo: “Hull”: it does not know the dimension vessel_age/,
  ],
  [
    'a pack with another meaning',
    (w) => w.publish({ sequence: 6, pack: OTHER_PACK }),
    /fails 1 of \d+ conformance cases/,
  ],
  [
    'an endorsement as a release',
    async (w) => {
      const received = await w.publish({ sequence: 6 });
      return { ...received, jws: await signer.sign('{}', 'lineslip-key') };
    },
    /not a signed release/,
  ],
])('refused, with the old rules in place: %s', async (_name, receive, message) => {
  const world = createWorld();
  const updater = world.open();
  await updater.update(await world.publish({ sequence: 5 }));
  const [before, etag] = [updater.running(), updater.etag()];
  const stored = new Map(world.disk.content);
  await expect(updater.update(await receive(world))).rejects.toThrow(message);
  expect(updater.running()).toBe(before);
  expect(sequenceOf(updater)).toBe(5);
  expect(updater.etag()).toBe(etag);
  expect(world.disk.content).toEqual(stored);
  // And it goes on by itself.
  await updater.update(await world.publish({ sequence: 7 }));
  expect(sequenceOf(updater)).toBe(7);
  const reopened = world.open();
  await reopened.openSnapshot();
  expect(sequenceOf(reopened)).toBe(7);
});
