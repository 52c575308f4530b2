import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CompactSign } from 'jose';
import type { DialData } from '#domain/dial/dial.ts';
import { FEED_LIMITS } from '#domain/feed/release.ts';
import { createFeed, documentOf, type FeedInput, OTHER_PACK, type Signer } from './feed.ts';
import type { Distortion, FeedServer } from './server.ts';

/** What somebody needs who lies to engines: a server, its keys, and what it served so far. */
export type Liar = Readonly<{
  server: FeedServer;
  /** A server that would take tokens that are not for it, and that has the true releases. */
  trap: FeedServer;
  /** Of all partners, trusted by the engines; of another channel; of nobody they know. */
  signer: Signer;
  candidate: Signer;
  stranger: Signer;
  /** Every true release so far: the first has the sequence 1. */
  releases: readonly string[];
  /** From 0 up to 1. */
  random: () => number;
}>;

/**
 * Something untrue in the place of the next release, or on the way of the true one. A lie that is returned is served as the
 * release. An engine has to keep its rules, report an error, send its token to nobody, and go on when the lie has ended.
 */
export type Lie = (liar: Liar) => void | string | Promise<string | void>;

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

/** Changes every release and document on its way. */
const onTheWay =
  (change: (body: Buffer, random: () => number) => ReturnType<Distortion>): Lie =>
  ({ server, random }) =>
    server.distort((path, body) => (/^(?:production|documents)/.test(path) ? change(body, random) : { body }));

const CONTENT = /^(?:production|documents)/;
const RELEASE = /^production/;
const DOCUMENTS = /^documents/;

const instead =
  (paths: RegExp, answer: (socket: Socket) => void): Lie =>
  ({ server }) =>
    server.interrupt(paths, answer);

const write = (text: string) => (socket: Socket) => void socket.end(text);

/** One byte at a time, each before anybody gives up waiting for it. */
const writeSlowly = (start: string) => (socket: Socket) => {
  socket.write(start);
  const timer = setInterval(() => socket.write('a'), SLOW_BYTE_MS);
  socket.once('close', () => clearInterval(timer));
};
const SLOW_BYTE_MS = 20;

/** As fast as it is read, until nobody reads any more. */
const writeForever = (start: string, text: string) => (socket: Socket) => {
  const part = Buffer.from(text.repeat(Math.ceil(100_000 / text.length)));
  const writeMore = () => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.write(start);
  socket.on('drain', writeMore);
  writeMore();
};
const ENDLESS = 'HTTP/1.1 200 OK\r\n\r\n';

/** The same JWS with so many spaces behind it that an engine must not read all of them. */
const compressWithSpaces = (body: Buffer): Buffer =>
  gzipSync(Buffer.concat([body, Buffer.alloc(FEED_LIMITS.releaseBytes, ' ')]));

/** The next release, with something else in it, signed by the right key. */
const release =
  (change: Partial<FeedInput> | ((liar: Liar) => Partial<FeedInput>)): Lie =>
  (liar) => {
    const { release: signed, documents } = createFeed({
      sequence: liar.releases.length + 1,
      ...(typeof change === 'function' ? change(liar) : change),
    });
    for (const [hash, text] of documents) liar.server.put(`documents/${hash}`, text);
    return liar.signer.sign(JSON.stringify(signed));
  };

/** The next release as a text that somebody changed before it was signed. */
const text =
  (change: (text: string) => string | Uint8Array, sign = (liar: Liar) => liar.signer.sign): Lie =>
  (liar) =>
    sign(liar)(change(JSON.stringify(createFeed({ sequence: liar.releases.length + 1 }).release)));

const bucket = (change: object): Lie =>
  text((json) => {
    const next = JSON.parse(json) as { buckets: object[] };
    return JSON.stringify({ ...next, buckets: [{ ...next.buckets[0], ...change }, ...next.buckets.slice(1)] });
  });

/** A document whose hash is right. */
const document = (content: string): Lie => release({ inputs: [{ document: content }] });
const dial = (data: object): Lie => document(documentOf([{ dial_id: 'a', ...(data as Partial<DialData>) }]));
const dimensions = (given: object): Lie => dial({ dimensions: given });
const DEEP = 100_000;
const deepJson = (from = 'null'): string => `${'['.repeat(DEEP)}${from}${']'.repeat(DEEP)}`;

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];

export function flipBit(bytes: Uint8Array, random: () => number): Buffer {
  const at = Math.floor(random() * bytes.length);
  return Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ (1 << Math.floor(random() * 8)) : byte)));
}
export const truncate = (bytes: Uint8Array, random: () => number): Buffer =>
  Buffer.from(bytes.subarray(0, Math.floor(random() * bytes.length)));

/** Lists keys in the place of the true ones, and needs them. */
const keys =
  (listed: string): Lie =>
  (liar) => {
    liar.server.put('keys.json', listed);
    return release({})({ ...liar, signer: liar.stranger });
  };

/** The one table of what engines are told that is not so. Every client runs all of it. */
export const LIES = {
  // On the way.
  'connection cut': onTheWay(() => undefined),
  'truncated bytes': onTheWay((body, random) => ({ body: truncate(body, random) })),
  'flipped byte': onTheWay((body, random) => ({ body: flipBit(body, random) })),
  'cut body': instead(CONTENT, write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nabc')),
  'bad status line': instead(CONTENT, write('NONSENSE\r\n\r\n')),
  'broken chunks': instead(CONTENT, write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc')),
  'nothing at all': instead(CONTENT, () => undefined),
  'one byte at a time': instead(CONTENT, writeSlowly('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')),
  'headers, one byte at a time': instead(CONTENT, writeSlowly('HTTP/1.1 200 OK\r\nX-Wait: ')),
  'headers without end': instead(CONTENT, writeForever('HTTP/1.1 200 OK\r\n', 'X-More: more\r\n')),
  'a release without end': instead(RELEASE, writeForever(ENDLESS, 'a')),
  'a document without end': instead(DOCUMENTS, writeForever(ENDLESS, '[')),
  'a release that grows when it is decompressed': ({ server }) =>
    server.distort((path, body) =>
      RELEASE.test(path) ? { body: compressWithSpaces(body), headers: { 'content-encoding': 'gzip' } } : { body },
    ),
  'keys without end': (liar) => {
    liar.server.interrupt(/^keys/, writeForever(ENDLESS, '['));
    return release({})({ ...liar, signer: liar.stranger });
  },
  redirect: ({ server, trap }) =>
    server.distort((path, body) => ({ status: 302, headers: { location: `${trap.url}/feed/v1/${path}` }, body })),
  'permanent redirect': ({ server, trap }) =>
    server.distort((path, body) => ({ status: 308, headers: { location: `${trap.url}/feed/v1/${path}` }, body })),
  'expired token': ({ server }) =>
    server.distort(() => ({ status: 401, body: Buffer.from('{"title":"The token has expired"}') })),
  'an error with a page': ({ server }) => server.distort(() => ({ status: 503, body: Buffer.from('<html>') })),
  'a page of a proxy': onTheWay(() => ({ body: Buffer.from('<html>Sign in</html>') })),
  'an empty answer': onTheWay(() => ({ body: Buffer.alloc(0) })),
  'no content': onTheWay(() => ({ status: 204, body: Buffer.alloc(0) })),

  // Signed by somebody else, or not at all.
  'wrong key': (liar) => release({ sequence: liar.releases.length + 9 })({ ...liar, signer: liar.stranger }),
  'the key of another channel': (liar) => release({})({ ...liar, signer: liar.candidate }),
  'no signature': text(
    (json) => json,
    () => async (json) => `${base64('{"alg":"none"}')}.${base64(String(json))}.`,
  ),
  'signed with the public key as a secret': text(
    (json) => json,
    ({ signer: { key } }) =>
      (json) =>
        new CompactSign(Buffer.from(json))
          .setProtectedHeader({ alg: 'HS256', kid: key.kid, typ: 'lineslip-release' })
          .sign(Buffer.from(key.x, 'base64url')),
  ),
  'a header that is a list': () => `${base64('[]')}.${base64('{}')}.AA`,
  'a header that is nested deeply': () => `${base64(deepJson())}.${base64('{}')}.AA`,
  'a key id that is no text': text(
    (json) => json,
    ({ signer }) =>
      (json) =>
        signer.sign(json, undefined, { kid: 7 }),
  ),
  'a header that has to be understood': text(
    (json) => json,
    ({ signer }) =>
      (json) =>
        signer.sign(json, undefined, { crit: ['lineslip-later'], 'lineslip-later': true }),
  ),
  'an endorsement in the place of a release': text(
    (json) => json,
    ({ signer }) =>
      (json) =>
        signer.sign(json, 'lineslip-key'),
  ),
  'a list of keys that is none': keys('[]'),
  'keys that are nested deeply': keys(`{"keys":${deepJson('{}')}}`),
  'a key with parts that are no texts': keys('{"keys":[7,{"kty":"OKP","crv":"Ed25519","kid":[],"x":{},"channel":1}]}'),
  'a key that endorses itself': async (liar) => {
    const { stranger } = liar;
    liar.server.listKeys(await stranger.endorse(stranger.key));
    return release({})({ ...liar, signer: stranger });
  },

  // Signed by the right key.
  'replayed release': ({ releases, random }) => pick(releases.slice(0, -1), random) ?? '',
  'older release, signed again': release(({ releases, random }) => ({
    sequence: Math.floor(random() * releases.length),
    alarm_after_seconds: 1,
  })),
  'the same number with other content': release(({ releases }) => ({
    sequence: releases.length,
    alarm_after_seconds: 1,
  })),
  'a release of another channel': release({ channel: 'candidate' }),
  'a release for other partners': release({ partners: [9101] }),
  'another format': release({ format: 2 }),
  'a release that is too large': text(
    (json) => `${json.slice(0, -1)},"more":"${'a'.repeat(FEED_LIMITS.releaseBytes)}"}`,
  ),
  'not JSON': text((json) => json.slice(1)),
  'not UTF-8': text((json) => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0x7d])])),
  'nested deeply': text(() => deepJson()),
  'a sequence that is a text': text((json) => json.replace(/"sequence":(\d+)/, '"sequence":"$1"')),
  'a sequence with a million digits': text((json) => json.replace(/"sequence":\d+/, `"sequence":${'9'.repeat(1e6)}`)),
  'an appetite that is no number': text((json) => json.replace('"appetite":0.9', '"appetite":NaN')),
  'an appetite that is a text': bucket({ appetite: '0.9' }),
  'stopped that is a text': bucket({ stopped: 'no' }),
  'a bucket twice': bucket({ partner: 9102 }),
  'a bucket without a document': bucket({ document: undefined }),
  'a bucket without a hash of its votes': bucket({ approved: undefined }),
  'a next version from no day': bucket({ next: { version: 9, from: '2026-02-30', approved: null, document: '' } }),
  'no list of buckets': text((json) => JSON.stringify({ ...JSON.parse(json), buckets: { 9101: 'cargo' } })),

  // Documents.
  'a missing document': (liar) => {
    liar.server.distort((path, body) => (DOCUMENTS.test(path) ? { status: 404, body } : { body }));
  },
  'a document with other bytes': onTheWay((body) => ({ body: body[0] === 0x7b ? Buffer.from('{}') : body })),
  'a document that is too large': dial({ name: 'a'.repeat(FEED_LIMITS.documentBytes) }),
  'a document of another format': document('{"format":2,"entries":[]}'),
  'a document without entries': document('{"format":1}'),
  'a document that is nested deeply': document(`{"format":1,"entries":${deepJson()}}`),
  'an entry without a dial': document('{"format":1,"entries":[{"dial_id":"a","version":1,"name":"A","overrides":{}}]}'),
  'a dial twice': document(documentOf([{ dial_id: 'a' }, { dial_id: 'a' }])),
  'an unknown dimension': dimensions({ vessel_age: '[0,5]' }),
  'an option that is unknown': dimensions({ energy_asset_location_type: 'in the air' }),
  'a known option and an unknown one': dimensions({ company_listed_statuses: ['listed', 'floated'] }),
  'an unknown option and a known one': dimensions({ company_listed_statuses: ['floated', 'listed'] }),
  'an interval that cannot be read': dimensions({ revenue_ranges: '[0,5] and more' }),
  'a yes that is a text': dimensions({ fi_is_pi_coverage: 'yes' }),
  'codes that are numbers': dimensions({ risk_codes: [7] }),
  'an unknown journey': dial({ journeys: ['renewal', 'swap'] }),
  'a day that does not exist': dial({ active_from: '2026-02-30' }),
  'an unknown value': dial({ values: { colour: 1 } }),
  'a share above 100': dial({ values: { policy_share_cap: 101 } }),
  'an option of a value that is unknown': dial({ values: { ignore_expiring_line: 'doubles' } }),
  'a pack with another meaning': release({ pack: OTHER_PACK }),
  'a pack without cases': release({ pack: '[]' }),
  'a pack that is no list': release({ pack: '{}' }),
  'a pack whose cases are none': release({ pack: '[1,null]' }),
  'a pack that is nested deeply': release({ pack: deepJson() }),
} as const satisfies Readonly<Record<string, Lie>>;
