import { z } from 'zod';
import { AGREEMENTS } from '#domain/review/agreement.ts';
import { auditCheckpointSchema } from './audit.ts';
import {
  bucketChangesSchema,
  bucketDialSchema,
  bucketStopSchema,
  bucketVersionSchema,
  partnerSchema,
} from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { checkedExampleSchema } from './example.ts';
import { storedMeasurementSchema } from './impact.ts';
import { bucketOutcomeSchema } from './outcome.ts';
import { reviewRoundSchema } from './review.ts';

/** Audit records in the evidence of a version. */
export const MAX_EVIDENCE_RECORDS = 1000;

/** Everything an auditor needs about a version: content, changes, approvals and hashes. */
export const evidenceSchema = z
  .object({
    made_at: moment,
    made_by: personRef,
    bucket: z.object({ cob: z.string(), class: z.string(), partner: partnerSchema, appetite: z.number() }),
    /** Changes of the appetite since the version before went live, until this one was superseded; oldest first. */
    appetite_changes: z.array(
      z.object({
        at: moment,
        was: z.number(),
        became: z.number(),
        /** Who raised it; null if one person lowered it. */
        proposed_by: personRef.nullable(),
        /** Who lowered it, or confirmed that it is raised. */
        by: personRef.nullable(),
      }),
    ),
    version: bucketVersionSchema,
    /** SHA-256 of the canonical JSON of its entries; votes are bound to it. */
    content_hash: z.string(),
    /** Whether content, activation record, review and checkpoint agree. */
    agreement: z.object({
      verdict: z.enum(AGREEMENTS),
      sentence: z.string(),
      /** The first one over the activation record. */
      checkpoint: auditCheckpointSchema.nullable(),
    }),
    dials: z.array(bucketDialSchema),
    /** Current examples, checked against this version. */
    examples: z.array(checkedExampleSchema),
    /** Measurements of the round that made it live, oldest first. */
    impact: z.array(storedMeasurementSchema),
    /** What engines decided with it until now, and what its review expected. */
    practice: bucketOutcomeSchema,
    /** Against the previous version; null for the first. */
    difference: bucketChangesSchema.nullable(),
    /** Since the version before it went live, until it was replaced; oldest first. */
    stops: z.array(bucketStopSchema.extend({ ended_at: moment.nullable() })),
    /**
     * `same_content`: whether it was about the content of this version. `rules`: of authority, as sentences, those that it
     * was submitted under; null: there were none yet.
     */
    rounds: z.array(
      z.object({ ...reviewRoundSchema.shape, same_content: z.boolean(), rules: z.array(z.string()).nullable() }),
    ),
    /** Older audit records were left out. */
    audit_cut: z.boolean(),
    /** The newest audit records of the bucket, in order. */
    audit: z.array(
      z.object({
        seq: z.int(),
        at: moment,
        by: personRef.nullable(),
        action: z.string(),
        detail: z.unknown(),
        hash: z.string(),
        previous_hash: z.string(),
      }),
    ),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.output<typeof evidenceSchema>;
