import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '#domain/audit/canonical.ts';

/** Tables are split into parts of about this size, which bounds the memory. */
const PART_BYTES = 1024 * 1024;
const NEW_LINE = 0x0a;

export const MANIFEST_NAME = 'manifest.json';

export const partName = (table: string, part: number): string => `tables/${table}.${String(part).padStart(6, '0')}`;

/** The table that an archive entry belongs to. */
export const tableOfPart = (entry: string): string | undefined => /^tables\/(.+)\.\d{6,}$/.exec(entry)?.[1];

/** Regroups the bytes into pieces of a reasonable size. */
export async function* joinPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(gathered);
}

export type Measure = Pick<BackupTable, 'rows' | 'bytes' | 'sha256'>;
export type Meter = Readonly<{ add: (piece: Buffer) => void; result: () => Measure }>;

/** Counts and hashes the rows of a table. A row is a line, since line breaks in values are escaped. */
export function newMeter(): Meter {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  return {
    add: (piece) => {
      hash.update(piece);
      bytes += piece.length;
      for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, at + 1)) rows += 1;
    },
    result: () => ({ rows, bytes, sha256: hash.copy().digest('hex') }),
  };
}

export const isSameMeasure = (a: Measure, b: Measure): boolean =>
  a.rows === b.rows && a.bytes === b.bytes && a.sha256 === b.sha256;

/** Incremented when older versions can no longer read the file. Since 2 the manifest is signed. */
export const BACKUP_FORMAT = 2;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

export const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
  bytes: count,
  sha256,
});

const sequenceSchema = z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });

const liveBucketSchema = z.object({ partner: z.number().int(), cob: z.string(), number: z.number().int(), sha256 });

const unsignedSchema = z.object({
  product: z.literal('lineslip'),
  format: z.literal(BACKUP_FORMAT),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  liveBuckets: z.array(liveBucketSchema),
  audit: z.object({ records: count, head: sha256 }),
});

/**
 * The last entry of a backup, which describes it. It is signed with the audit key, which no backup contains: checksums
 * alone could be recomputed by whoever changes rows.
 */
export const manifestSchema = unsignedSchema.extend({
  /** The public key that verifies the signature, in base64url. */
  key: z.string(),
  /** Ed25519, in base64url. */
  signature: z.string(),
});

/** The signed text. Its first line prevents reusing signatures of something else. */
export const manifestText = (manifest: UnsignedManifest): string =>
  `Lineslip backup manifest 1\n${canonicalJson(manifest)}`;

export type UnsignedManifest = z.infer<typeof unsignedSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = z.infer<typeof tableSchema>;
export type SequenceValue = z.infer<typeof sequenceSchema>;
export type LiveBucket = z.infer<typeof liveBucketSchema>;
