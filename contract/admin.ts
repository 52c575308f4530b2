import { z } from 'zod';
import { APPETITE_RULE, isAppetite } from '#domain/appetite/appetite.ts';
import { appetiteReason, MAX_APPETITES } from './appetite.ts';
import { cobSlug, partnerNumber, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { pageOf, pageQuery } from './page.ts';
import { MAX_LONG_FORM_BYTES, route } from './route.ts';
import { oneLine } from './text.ts';

const appetite = z.number().refine(isAppetite, APPETITE_RULE);
const partner = z.int().min(1).max(99_999);
/** `was`: the value the person saw; the change is stale if it differs now. Null: there was no bucket. */
const appetiteChange = { partner, appetite, was: z.number().nullable() };

export const appetiteCellSchema = z
  .object({
    partner: z.int(),
    cob: z.string(),
    appetite: z.number(),
    dials: z.int(),
    /** What it is raised to once a second person confirms it, and the id of the proposal. */
    raise: z.object({ proposal: z.string(), becomes: z.number() }).nullable(),
  })
  .meta({ id: 'AppetiteCell' });
export type AppetiteCell = z.output<typeof appetiteCellSchema>;

const matrix = z
  .object({
    partners: z.array(partnerSchema.extend({ revision: z.string() }).meta({ id: 'AdminPartner' })),
    cells: z.array(appetiteCellSchema),
  })
  .meta({ id: 'AppetiteMatrix' });
export type AppetiteMatrix = z.output<typeof matrix>;
/** The matrix after a change: how many appetites were lowered, and how many wait to be raised. */
const changedMatrix = z
  .object({ ...matrix.shape, lowered: z.int(), raised: z.int() })
  .meta({ id: 'ChangedAppetiteMatrix' });
export type ChangedAppetiteMatrix = z.output<typeof changedMatrix>;

const partnerName = oneLine().min(1, 'Required').max(80, 'A name can have 80 characters at most');

export const adminRoutes = {
  getAppetites: route('GET /api/admin/appetites', {
    summary: 'Partners by classes, with the appetite of each bucket',
    access: 'admin:view',
    answer: matrix,
  }),
  addClass: route('POST /api/admin/classes', {
    summary:
      'Add buckets for a class of business: an empty live one for each partner given an appetite; one that exists keeps its dials and takes the appetite, which needs edit on admin and, to raise it, a second person',
    access: 'admin:create',
    body: z.strictObject({
      cob: cobSlug,
      appetites: z.array(z.strictObject(appetiteChange)).min(1, 'Give at least one partner an appetite').max(500),
      reason: appetiteReason,
    }),
    answer: changedMatrix,
    problems: ['conflict', 'stale'],
  }),
  setAppetites: route('PUT /api/admin/appetites', {
    summary:
      'Change the appetites of buckets that exist, all of them or none: lowered ones at once, raised ones once a second person confirms them',
    access: 'admin:edit',
    body: z.strictObject({
      changes: z
        .array(z.strictObject({ ...appetiteChange, cob: cobSlug }))
        .min(1)
        .max(MAX_APPETITES),
      reason: appetiteReason,
    }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: changedMatrix,
    problems: ['conflict', 'stale'],
  }),
  listAppetiteHistory: route('GET /api/admin/appetites/:partner/:cob/history', {
    summary: 'The appetite history of a bucket, newest first',
    access: 'admin:view',
    params: z.object({ partner: partnerNumber, cob: cobSlug }),
    query: pageQuery,
    answer: pageOf(
      z
        .object({
          at: moment,
          by: personRef.nullable(),
          /** Who proposed it, if `by` confirmed it. */
          proposed_by: personRef.nullable(),
          was: z.number().nullable(),
          became: z.number(),
        })
        .meta({ id: 'AppetiteChange' }),
    ),
    problems: ['not-found'],
  }),
  addPartner: route('POST /api/admin/partners', {
    summary: 'Add a partner: number and name',
    access: 'admin:create',
    body: z.strictObject({ number: partner, name: partnerName }),
    answer: matrix,
    problems: ['conflict'],
  }),
  renamePartner: route('PUT /api/admin/partners/:partner', {
    summary: 'Rename a partner; its number stays',
    access: 'admin:edit',
    changes: true,
    params: z.object({ partner: partnerNumber }),
    body: z.strictObject({ name: partnerName }),
    answer: matrix,
    problems: ['not-found', 'conflict'],
  }),
} as const;
