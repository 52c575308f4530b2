import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';
import type { Db } from '#server/db/connect.ts';

export const SIGNING_ALGORITHM = 'RS256';

/** `signing`: private keys, the current one first. `cookie` likewise: the first one signs, all are accepted. */
export type IdentityKeys = Readonly<{ signing: readonly JWK[]; cookie: readonly string[] }>;

type Purpose = 'signing' | 'cookie';

/** Servers that start together must agree on a key: all try this id, the first one wins. */
const FIRST_KEY = 'first';

/** Reads the keys; creates them at the first start. They outlive the process, like sessions and tokens. */
export async function loadKeys(db: Db): Promise<IdentityKeys> {
  const [signing, cookie] = await Promise.all([
    loadMaterial(db, 'signing', createSigningKey),
    loadMaterial(db, 'cookie', createCookieKey),
  ]);
  return { signing, cookie: cookie.map(({ k }) => String(k)) };
}

/** The public keys that verify signatures. */
export function publicKeys({ signing }: Pick<IdentityKeys, 'signing'>): JSONWebKeySet {
  return {
    keys: signing.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }) as JWK),
  };
}

async function loadMaterial(db: Db, purpose: Purpose, create: () => Promise<JWK>): Promise<JWK[]> {
  const stored = await readMaterial(db, purpose);
  if (stored.length > 0) return stored;
  const material = JSON.stringify(await create());
  await db
    .insertInto('identity_key')
    .values({ purpose, id: FIRST_KEY, material })
    .onConflict((conflict) => conflict.columns(['purpose', 'id']).doNothing())
    .execute();
  return readMaterial(db, purpose);
}

async function readMaterial(db: Db, purpose: Purpose): Promise<JWK[]> {
  const rows = await db
    .selectFrom('identity_key')
    .select('material')
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ material }) => material as JWK);
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, {
    modulusLength: 2048,
    extractable: true,
  });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: 'sig' };
}

async function createCookieKey(): Promise<JWK> {
  return { kty: 'oct', k: randomBytes(32).toString('base64url') };
}
