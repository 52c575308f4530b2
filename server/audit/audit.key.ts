import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointText, type Checkpoint, type SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { Config } from '#server/config.ts';
import { codeOf } from '#server/db/error-code.ts';
import { StartError } from '#server/start-error.ts';

export type AuditSigner = Readonly<{
  /** The public key, which also identifies it. */
  key: string;
  sign: (checkpoint: Omit<Checkpoint, 'key'>) => SignedCheckpoint;
  /** Ed25519, in base64url. The text must start with a line that states its purpose. */
  signText: (text: string) => string;
}>;
type Settings = Pick<Config, 'auditKey' | 'dataDir'>;

const SEED_BYTES = 32;
/** The DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const fileOf = (dataDir: string): string => join(dataDir, 'audit-key');

/** The configured key, or the one in the data folder, which is created at the first start. */
export async function loadAuditSigner({ auditKey, dataDir }: Settings): Promise<AuditSigner> {
  return signerOf(auditKey ?? (await readSeed(dataDir)) ?? (await createSeed(dataDir)));
}

/** The same without creating one: for read-only commands. */
export async function findAuditSigner({ auditKey, dataDir }: Settings): Promise<AuditSigner | undefined> {
  const seed = auditKey ?? (await readSeed(dataDir));
  return seed === undefined ? undefined : signerOf(seed);
}

export function signerOf(seed: string): AuditSigner {
  const der = Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed, 'base64')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const key = nameOf(createPublicKey(privateKey));
  const signText = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64url');
  return {
    key,
    signText,
    sign: (checkpoint) => {
      const named = { ...checkpoint, key };
      return { ...named, signature: signText(checkpointText(named)) };
    },
  };
}

/** Whether the named key signed exactly this. Does not check whether that key is ours. */
export const isSignatureValid = ({ signature, ...checkpoint }: SignedCheckpoint): boolean =>
  isTextSigned({ text: checkpointText(checkpoint), key: checkpoint.key, signature });

/** Whether that key signed exactly this text. */
export function isTextSigned({
  text,
  key,
  signature,
}: Readonly<Record<'text' | 'key' | 'signature', string>>): boolean {
  try {
    const der = Buffer.concat([PUBLIC_PREFIX, Buffer.from(key, 'base64url')]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return nameOf(publicKey) === key && verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    // The bytes are no key at all.
    return false;
  }
}

const nameOf = (publicKey: KeyObject): string =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('base64url');

async function readSeed(dataDir: string): Promise<string | undefined> {
  try {
    const seed = (await readFile(fileOf(dataDir), 'utf8')).trim();
    if (Buffer.from(seed, 'base64').length === SEED_BYTES) return seed;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable(dataDir, `cannot be read (${codeOf(error)})`);
  }
  throw unusable(dataDir, 'does not hold the base64 of 32 bytes');
}

/** Servers that share the folder may start together: the file appears atomically, and the first one wins. */
async function createSeed(dataDir: string): Promise<string> {
  const file = fileOf(dataDir);
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(draft, `${randomBytes(SEED_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
    await link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw unusable(dataDir, `cannot be written (${codeOf(error)})`);
  } finally {
    await rm(draft, { force: true });
  }
  const seed = await readSeed(dataDir);
  if (seed === undefined) throw unusable(dataDir, 'was removed again');
  return seed;
}

const unusable = (dataDir: string, what: string): StartError =>
  new StartError(
    `The key that signs checkpoints of the audit, ${fileOf(dataDir)}, ${what}. Put the file or its folder right, ` +
      'or set AUDIT_KEY to a key of your own, made with openssl rand -base64 32.',
  );
