import { z } from 'zod';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';

const checkpointSchema = z.object({
  seq: z.int().min(1),
  hash: z.string(),
  count: z.int().min(1),
  at: z.iso.datetime(),
  key: z.string(),
  signature: z.string(),
}) satisfies z.ZodType<SignedCheckpoint>;

/** A line of the log, a message of the webhook, or the checkpoint alone. */
const lineSchema = z.union([
  checkpointSchema,
  z.object({ checkpoint: checkpointSchema }).transform(({ checkpoint }) => checkpoint),
  z.object({ data: checkpointSchema }).transform(({ data }) => data),
]);

/** The checkpoint that somebody kept, whichever way it came to them. */
export function readCheckpointLine(line: string): SignedCheckpoint | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
