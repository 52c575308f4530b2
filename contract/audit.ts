import { z } from 'zod';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { moment, personRef } from './dial.ts';
import { sentMoment } from './moment.ts';
import { type Page, pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

/** `about`: the display name of the object. */
export const auditRowSchema = z
  .object({
    seq: z.int(),
    at: moment,
    /** Null for the system. */
    by: personRef.nullable(),
    action: z.string(),
    object: z.object({ type: z.string(), id: z.string() }),
    about: z.string(),
    refused: z.boolean(),
    /** The reader lacks the permission: object and detail are left out. */
    hidden: z.boolean(),
    /** The permissions that the reader lacks: "review:view". */
    needs: z.array(z.string()).readonly(),
    detail: z.json(),
    /** Display names of the ids in the detail. */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.output<typeof auditRowSchema>;

/** The end of the audit chain at a point in time, signed with Ed25519 by `key`. */
export const auditCheckpointSchema = z
  .object({
    seq: z.int(),
    hash: z.string(),
    count: z.int(),
    at: moment,
    key: z.string(),
    signature: z.string(),
  })
  .meta({ id: 'AuditCheckpoint' }) satisfies z.ZodType<SignedCheckpoint>;

/** A record, or the newest one of a set with what the others are. */
const groupedRowSchema = auditRowSchema
  .extend({
    set: z
      .object({
        id: z.string(),
        title: z.string(),
        buckets: z.int(),
        people: z.int(),
        records: z.int(),
        /** How many of them match the filter. */
        matching: z.int(),
        first_at: moment,
      })
      .nullable(),
  })
  .meta({ id: 'AuditGroup' });
export type AuditGroup = z.output<typeof groupedRowSchema>;

const auditPageSchema = pageOf(groupedRowSchema).extend({
  /** How far back a search for words looked that goes on with the cursor; null where it looked into all or filled a page. */
  looked_to: moment.nullable(),
});
export type AuditPage = Readonly<Page<AuditGroup> & { looked_to: string | null }>;

const word = z.string().trim().min(1).max(300).optional();
/** All filters must match; `from` is inclusive, `to` exclusive. */
const filter = {
  person: word,
  object_type: word,
  object_id: word,
  action: word,
  /** Every word must occur in names, buckets, dials, descriptions, comments or references. */
  q: word,
  /** The id of a set. */
  set: z.uuid().optional(),
  from: sentMoment({ offset: true }).optional(),
  to: sentMoment({ offset: true }).optional(),
};

export const MAX_AUDIT_EXPORTED = 20_000;

export const auditRoutes = {
  listAudit: route('GET /api/audit', {
    summary: 'Audit records by person, object, action and time, newest first',
    access: 'admin:view',
    query: z.object({ ...filter, by: z.enum(['record', 'set']).default('record'), ...pageQuery.shape }),
    answer: auditPageSchema,
  }),
  listAuditWords: route('GET /api/audit/words', {
    summary: 'Actions and object types of the records, for filters',
    access: 'admin:view',
    answer: z.object({ actions: z.array(z.string()), object_types: z.array(z.string()) }),
  }),
  exportAudit: route('GET /api/audit/export', {
    summary: 'The filtered records with their hashes, oldest first, for external verification',
    access: 'admin:view',
    isHeavy: true,
    query: z.object(filter),
    answer: z.object({
      records: z.array(
        auditRowSchema
          .omit({ names: true })
          .extend({ previous_hash: z.string(), hash: z.string() })
          .meta({ id: 'AuditExportRow' }),
      ),
      /** Truncated: more records matched. */
      cut: z.boolean(),
    }),
    streamsList: 'records',
  }),
} as const;
