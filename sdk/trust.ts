import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { ENDORSEMENT_TYPE, endorsementText, type FeedKey, RELEASE_TYPE } from '#domain/feed/keys.ts';
import { FeedError, readArray, readObject } from '#domain/feed/read.ts';
import { type Channel, CHANNELS, readRelease, type Release } from '#domain/feed/release.ts';

/** By key id. All of them may sign releases of one channel. */
export type TrustedKeys = ReadonlyMap<string, FeedKey>;

/** Servers before 0.2 gave an endorsement the type of a release. Its text is compared as a whole, so neither is the other. */
const ENDORSEMENT_TYPES: ReadonlySet<unknown> = new Set([ENDORSEMENT_TYPE, RELEASE_TYPE]);

/** Leaves out keys that are not for feeds. */
export function readKeys(json: unknown): FeedKey[] {
  return readArray(readObject(json, 'The list of keys')['keys'], 'keys').filter(isFeedKey);
}

const isFeedKey = (json: unknown): json is FeedKey => {
  const { kty, crv, x, kid, channel } = readObject(json, 'A key');
  return (
    kty === 'OKP' &&
    crv === 'Ed25519' &&
    typeof x === 'string' &&
    typeof kid === 'string' &&
    CHANNELS.includes(channel as Channel)
  );
};

/** The pinned keys of a channel, and of `listed` those that a chain of endorsements leads to. */
export async function trustKeys(
  pinned: readonly FeedKey[],
  listed: readonly FeedKey[],
  channel: Channel,
): Promise<TrustedKeys> {
  const trusted = new Map(pinned.filter((key) => key.channel === channel).map((key) => [key.kid, key]));
  if (trusted.size === 0) throw new FeedError(`None of the pinned keys is for the channel ${channel}.`);
  for (let size = 0; size < trusted.size;) {
    size = trusted.size;
    for (const key of listed)
      if (key.channel === channel && !trusted.has(key.kid) && (await isEndorsed(key, trusted)))
        trusted.set(key.kid, key);
  }
  return trusted;
}

async function isEndorsed(key: FeedKey, trusted: TrustedKeys): Promise<boolean> {
  const by = trusted.get(key.endorsed_by ?? '');
  if (by === undefined || key.endorsement === undefined) return false;
  try {
    const { typ } = decodeProtectedHeader(key.endorsement);
    return ENDORSEMENT_TYPES.has(typ) && (await verifyText(key.endorsement, by)) === endorsementText(key);
  } catch {
    return false;
  }
}

/** What nobody signed yet is read no further than this. */
const MAX_HEADER = 4000;

/** The id of the key that claims to have signed it. */
export function signerOf(jws: string): string {
  try {
    if (jws.indexOf('.') > MAX_HEADER) throw new FeedError('The header is too long.');
    const { kid, typ } = decodeProtectedHeader(jws);
    if (typ === RELEASE_TYPE && typeof kid === 'string') return kid;
  } catch {
    // Not a JWS at all, or one with a header without end.
  }
  throw new FeedError('What the server sent is not a signed release.');
}

/** The release, if a trusted key of the channel signed it. */
export async function verifyRelease(jws: string, trusted: TrustedKeys, channel: Channel): Promise<Release> {
  const kid = signerOf(jws);
  const key = trusted.get(kid);
  if (key === undefined) throw new FeedError(`The release is signed by the key ${kid}, which is not trusted.`);
  let text;
  try {
    text = await verifyText(jws, key);
  } catch {
    throw new FeedError('The signature of the release is not valid.');
  }
  return readRelease(text, channel);
}

async function verifyText(jws: string, { kty, crv, x }: FeedKey): Promise<string> {
  const { payload } = await compactVerify(jws, await importJWK({ kty, crv, x }, 'EdDSA'), { algorithms: ['EdDSA'] });
  return new TextDecoder('utf-8', { fatal: true }).decode(payload);
}
