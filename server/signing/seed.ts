import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '#server/db/error-code.ts';
import { StartError } from '#server/start-error.ts';

const SEED_BYTES = 32;
/** The DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The file of a secret, and what to say if it cannot be used. */
export type SeedFile = Readonly<{
  path: string;
  /** "The key that signs checkpoints of the audit". */
  title: string;
  /** The setting that replaces it. */
  setting: string;
}>;

export const createSeed = (): string => randomBytes(SEED_BYTES).toString('base64');

/** The secret in the file; undefined if there is none. */
export async function readSeed(file: SeedFile): Promise<string | undefined> {
  try {
    const seed = (await readFile(file.path, 'utf8')).trim();
    if (Buffer.from(seed, 'base64').length === SEED_BYTES) return seed;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable(file, `cannot be read (${codeOf(error)})`);
  }
  throw unusable(file, 'does not hold the base64 of 32 bytes');
}

/** The secret in the file, which is created at the first start. */
export async function ensureSeed(file: SeedFile): Promise<string> {
  const existing = await readSeed(file);
  if (existing !== undefined) return existing;
  // Servers that share the folder may start together: the file appears atomically, and the first one wins.
  await write(file, createSeed(), (draft) =>
    link(draft, file.path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    }),
  );
  const seed = await readSeed(file);
  if (seed === undefined) throw unusable(file, 'was removed again');
  return seed;
}

export const replaceSeed = (file: SeedFile, seed: string): Promise<void> =>
  write(file, seed, (draft) => rename(draft, file.path));

async function write(file: SeedFile, seed: string, place: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file.path}.${randomUUID()}`;
  try {
    await mkdir(dirname(file.path), { recursive: true });
    await writeFile(draft, `${seed}\n`, { mode: 0o600, flush: true });
    await place(draft);
  } catch (error) {
    throw unusable(file, `cannot be written (${codeOf(error)})`);
  } finally {
    await rm(draft, { force: true });
  }
}

const unusable = ({ title, path, setting }: SeedFile, what: string): StartError =>
  new StartError(
    `${title}, ${path}, ${what}. Put the file or its folder right, ` +
      `or set ${setting} to a key of your own, made with openssl rand -base64 32.`,
  );

/** The Ed25519 key of a secret. */
export const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** The key of 32 bytes in base64url; throws if they are no key. */
export const publicKeyOf = (bytes: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(bytes, 'base64url')]),
    format: 'der',
    type: 'spki',
  });

/** The 32 bytes of a public key in base64url. */
export const bytesOf = (publicKey: KeyObject): string =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('base64url');
