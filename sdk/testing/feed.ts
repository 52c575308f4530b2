import { createHash, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, CompactSign, exportJWK, generateKeyPair } from 'jose';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { writePack } from '#domain/feed/conformance.ts';
import { describeDimensions, writeDocument } from '#domain/feed/document.ts';
import { endorsementText, type FeedKey } from '#domain/feed/keys.ts';
import { type Channel, FEED_FORMAT, type Release, type ReleaseBucket } from '#domain/feed/release.ts';

/** Feeds for tests, made by the functions of the domain and signed with keys of their own. */

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export type Signer = Readonly<{
  key: FeedKey;
  sign: (content: string | Uint8Array, typ?: string, header?: object) => Promise<string>;
  /** The other key with a statement that this one trusts it. */
  endorse: (other: FeedKey) => Promise<FeedKey>;
}>;

export async function createSigner(channel: Channel = 'production'): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const { x = '' } = await exportJWK(publicKey);
  const bare = { kty: 'OKP', crv: 'Ed25519', x } as const;
  const kid = await calculateJwkThumbprint(bare);
  const sign = (content: string | Uint8Array, typ = 'lineslip-release', header = {}) =>
    new CompactSign(typeof content === 'string' ? new TextEncoder().encode(content) : content)
      .setProtectedHeader({ alg: 'EdDSA', kid, typ, ...header })
      .sign(privateKey, { crit: { 'lineslip-later': true } });
  return {
    key: { ...bare, kid, alg: 'EdDSA', use: 'sig', channel },
    sign,
    endorse: async (other) => ({
      ...other,
      endorsed_by: kid,
      endorsement: await sign(endorsementText(other), 'lineslip-key'),
    }),
  };
}

export type TestDial = Partial<DialData> & Readonly<{ dial_id: string; overrides?: BucketEntry['overrides'] }>;

export const documentOf = (dials: readonly TestDial[]): string =>
  writeDocument(
    dials.map(({ dial_id, overrides = {} }) => ({ dial_id, version: 1, overrides })),
    ({ dial_id }) => ({ ...EMPTY_DIAL, name: `Dial ${dial_id}`, ...dials.find((dial) => dial.dial_id === dial_id) }),
  );

export const PACK = writePack();
/** A pack that this version does not pass. */
export const OTHER_PACK = PACK.replace('"value":1000000', '"value":1000001');
const APPROVED = hashOf('what the votes signed');

export type BucketInput = Readonly<{
  partner?: number;
  cob?: string;
  version?: number;
  stopped?: boolean;
  document: string;
  before?: string;
  next?: Readonly<{ document: string; from: string }>;
}>;

export type FeedInput = Partial<Release> &
  Readonly<{ sequence: number; inputs?: readonly BucketInput[]; pack?: string }>;

/** A release, and the documents that it needs by hash. */
export type Feed = Readonly<{ release: Release; documents: ReadonlyMap<string, string> }>;

/** Unless told otherwise three buckets, whose max line tells the release that decided. */
export function createFeed({ inputs, pack = PACK, ...given }: FeedInput): Feed {
  const { sequence } = given;
  const chosen: readonly BucketInput[] =
    inputs ?? PARTNERS.map((partner) => ({ partner, document: lineDocument(sequence, partner) }));
  const documents = new Map([[hashOf(pack), pack]]);
  const add = (text: string): string => {
    documents.set(hashOf(text), text);
    return hashOf(text);
  };
  const buckets = chosen.map(
    ({
      partner = 9101,
      cob = 'cargo',
      version = sequence,
      stopped = false,
      document,
      before,
      next,
    }): ReleaseBucket => ({
      partner,
      cob,
      version,
      appetite: 0.9,
      stopped,
      approved: APPROVED,
      document: add(document),
      ...(before !== undefined && { before: { version: version - 1, document: add(before) } }),
      ...(next && {
        next: { version: version + 1, from: next.from, approved: APPROVED, document: add(next.document) },
      }),
    }),
  );
  const release: Release = {
    format: FEED_FORMAT,
    channel: 'production',
    previous: null,
    issued_at: '2026-12-01T09:12:44.120Z',
    alarm_after_seconds: 3600,
    meaning: { conformance: hashOf(pack), dimensions: hashOf(describeDimensions()) },
    buckets,
    ...given,
  };
  return { release, documents };
}

export const PARTNERS = [9101, 9102, 9103];
export const LINE = 1_000_000;

/** One document is the same in every release; the others change with it. */
export const lineDocument = (sequence: number, partner: number): string =>
  documentOf([
    { dial_id: 'closed', journeys: ['facility'], values: { max_line: 1 } },
    { dial_id: 'open', values: { max_line: partner === 9103 ? LINE : LINE + sequence, min_line: 1000 } },
  ]);

export const RISK = { date: '2026-12-01', journey: 'new_business', dimensions: { risk_codes: ['CY'] } } as const;

export const createToken = (): string => `lsf_${randomBytes(32).toString('base64url')}`;

/** A dial with a dimension of a later version. */
export const UNKNOWN_DIMENSION = documentOf([
  { dial_id: 'a', name: 'Hull', dimensions: { vessel_age: '[0,5]' } as DialData['dimensions'] },
]);
