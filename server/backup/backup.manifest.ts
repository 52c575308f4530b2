import { z } from 'zod';

/** Counted up whenever an older Lineslip could no longer read the file. */
export const BACKUP_FORMAT = 1;

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

/** What a backup says of itself, written as its last entry, once everything in it is known. */
export const manifestSchema = z.object({
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

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = z.infer<typeof tableSchema>;
export type SequenceValue = z.infer<typeof sequenceSchema>;
export type LiveBucket = z.infer<typeof liveBucketSchema>;
