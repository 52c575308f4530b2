import { z } from 'zod';
import { auditCheckpointSchema } from '#contract/audit.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';

/** A line of the log, a message of the webhook, or the checkpoint alone. */
const lineSchema = z.union([
  auditCheckpointSchema,
  z.object({ checkpoint: auditCheckpointSchema }).transform(({ checkpoint }) => checkpoint),
  z.object({ data: auditCheckpointSchema }).transform(({ data }) => data),
]);

/** The checkpoint that somebody kept, whichever way it came to them. */
export function readCheckpointLine(line: string): SignedCheckpoint | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
