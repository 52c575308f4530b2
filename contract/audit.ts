import { z } from 'zod';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { moment, personRef } from './dial.ts';
import { sentMoment } from './moment.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

/** One record as it is read: who did what to which object. `about` names the object for people. */
export const auditRowSchema = z
  .object({
    seq: z.int(),
    at: moment,
    /** Nobody: the system itself. */
    by: personRef.nullable(),
    action: z.string(),
    object: z.object({ type: z.string(), id: z.string() }),
    about: z.string(),
    refused: z.boolean(),
    /** Reading it takes a view the person does not have: which object it is and what was done to it are left out. */
    hidden: z.boolean(),
    detail: z.json(),
    /** What the dials and people are called that the detail names by their ids. */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.output<typeof auditRowSchema>;

/** What the end of the audit chain was at a moment, signed with Ed25519 by the key it names. */
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

const word = z.string().trim().min(1).max(300).optional();
/** Each given one narrows; times are inclusive from and exclusive to. */
const filter = {
  person: word,
  object_type: word,
  object_id: word,
  action: word,
  from: sentMoment({ offset: true }).optional(),
  to: sentMoment({ offset: true }).optional(),
};

export const MAX_AUDIT_EXPORTED = 20_000;

export const auditRoutes = {
  listAudit: route('GET /api/audit', {
    summary: 'Audit records by person, object, action and time, newest first',
    access: 'admin:view',
    query: z.object({ ...filter, ...pageQuery.shape }),
    answer: pageOf(auditRowSchema),
  }),
  listAuditWords: route('GET /api/audit/words', {
    summary: 'The actions and kinds of object that records name, to filter by',
    access: 'admin:view',
    answer: z.object({ actions: z.array(z.string()), object_types: z.array(z.string()) }),
  }),
  exportAudit: route('GET /api/audit/export', {
    summary: 'The records of a filter with their hashes, oldest first, to be checked elsewhere',
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
      /** More matched than fit into one file. */
      cut: z.boolean(),
    }),
    streamsList: 'records',
  }),
} as const;
