import { createPublicKey, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { checkpointText, type Checkpoint, type SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { Config } from '#server/config.ts';
import { bytesOf, ensureSeed, privateKeyOf, publicKeyOf, readSeed, type SeedFile } from '#server/signing/seed.ts';

export type AuditSigner = Readonly<{
  /** The public key, which also identifies it. */
  key: string;
  sign: (checkpoint: Omit<Checkpoint, 'key'>) => SignedCheckpoint;
  /** Ed25519, in base64url. The text must start with a line that states its purpose. */
  signText: (text: string) => string;
}>;
type Settings = Pick<Config, 'auditKey' | 'dataDir'>;

const fileIn = (dataDir: string): SeedFile => ({
  path: join(dataDir, 'audit-key'),
  title: 'The key that signs checkpoints of the audit',
  setting: 'AUDIT_KEY',
});

/** The configured key, or the one in the data folder, which is created at the first start. */
export async function loadAuditSigner({ auditKey, dataDir }: Settings): Promise<AuditSigner> {
  return signerOf(auditKey ?? (await ensureSeed(fileIn(dataDir))));
}

/** The same without creating one: for read-only commands. */
export async function findAuditSigner({ auditKey, dataDir }: Settings): Promise<AuditSigner | undefined> {
  const seed = auditKey ?? (await readSeed(fileIn(dataDir)));
  return seed === undefined ? undefined : signerOf(seed);
}

export function signerOf(seed: string): AuditSigner {
  const privateKey = privateKeyOf(Buffer.from(seed, 'base64'));
  const key = bytesOf(createPublicKey(privateKey));
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
    const publicKey = publicKeyOf(key);
    return (
      bytesOf(publicKey) === key && verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
    );
  } catch {
    // The bytes are no key at all.
    return false;
  }
}
