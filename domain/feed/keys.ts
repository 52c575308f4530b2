import { canonicalJson } from '#domain/audit/canonical.ts';
import type { Channel } from './release.ts';

/** A public key of the feed as a JSON Web Key. */
export type FeedKey = Readonly<{
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  /** Its RFC 7638 thumbprint. */
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
  /** The only channel whose releases it may sign. */
  channel: Channel;
  /** The key before it, which signed the statement: a client that trusts that key trusts this one. */
  endorsed_by?: string;
  /** A compact JWS of `endorsementText`. */
  endorsement?: string;
}>;
export type FeedKeys = Readonly<{ keys: readonly FeedKey[] }>;

/** The `typ` of what the feed signs, so that neither is taken for the other. */
export const RELEASE_TYPE = 'lineslip-release';
export const ENDORSEMENT_TYPE = 'lineslip-key';

/** A previous public key stays listed for this long after its last use. */
export const KEY_DAYS = 30;

/** What the previous key signs when it is replaced. */
export const endorsementText = ({ kid, x, channel }: Pick<FeedKey, 'kid' | 'x' | 'channel'>): string =>
  canonicalJson({ statement: 'Lineslip feed key', kid, x, channel });
