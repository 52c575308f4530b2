import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Argon2id, at least as strong as OWASP recommends; memory in KiB. After a change, hashes are updated at the next sign-in. */
const PARAMETERS = { memory: 32_768, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

type Parameters = Readonly<{ memory: number; passes: number; parallelism: number }>;
type Encoded = Readonly<{ parameters: Parameters; salt: Buffer; hash: Buffer }>;
export type Verdict = Readonly<{ right: boolean; /** Hashed with older parameters. */ outdated: boolean }>;

/** Hashes and verifies passwords. */
export type Hasher = Readonly<{
  hash: (password: string) => Promise<string>;
  verify: (password: string, encoded: string) => Promise<Verdict>;
}>;

const derive = promisify(argon2);

const deriveKey = (password: string, salt: Buffer, parameters: Parameters, bytes: number): Promise<Buffer> =>
  // Normalised, so that two ways to type a letter give the same password.
  derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: bytes, ...parameters });

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return print({ parameters: PARAMETERS, salt, hash: await deriveKey(password, salt, PARAMETERS, HASH_BYTES) });
}

export async function verifyPassword(password: string, encoded: string): Promise<Verdict> {
  const { parameters, salt, hash } = read(encoded);
  const right = timingSafeEqual(await deriveKey(password, salt, parameters, hash.length), hash);
  return { right, outdated: !isCurrent(parameters) || hash.length !== HASH_BYTES };
}

export const argon2id: Hasher = { hash: hashPassword, verify: verifyPassword };

/** The PHC string format. */
function print({ parameters: { memory, passes, parallelism }, salt, hash }: Encoded): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function read(encoded: string): Encoded {
  const [, memory, passes, parallelism, salt, hash] = FORM.exec(encoded) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is malformed.');
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

const isCurrent = ({ memory, passes, parallelism }: Parameters): boolean =>
  memory === PARAMETERS.memory && passes === PARAMETERS.passes && parallelism === PARAMETERS.parallelism;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
