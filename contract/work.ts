import { z } from 'zod';
import { changeCountsSchema, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { type Described, route } from './route.ts';

/** Items listed per kind. */
export const MAX_WORK = 50;
/** People named of those who can still vote on a draft. */
export const MAX_MISSING_NAMED = 3;

const bucket = { partner: partnerSchema, cob: z.string() };

/** A draft the caller saved last or submitted; drafts of one set are combined. */
const ownDraftSchema = z
  .object({
    ...bucket,
    state: z.enum(['draft', 'pending_review']),
    /** When it was started; in review, when it was submitted. */
    since: moment,
    changes: changeCountsSchema,
    /** The rejections, until it is saved or submitted again. Null without view on reviews. */
    rejected: z.array(z.object({ by: personRef, comment: z.string() })).nullable(),
    /** The votes, and who can still vote; combined for a set. Null without view on reviews. */
    votes: z
      .object({
        approvals: z.int(),
        required: z.int(),
        /** Some of those who can still vote, required signers first. */
        missing: z.array(personRef).max(MAX_MISSING_NAMED),
        /** How many more can. */
        others: z.int(),
      })
      .nullable(),
    /** The day it goes live, once it is approved for it. */
    approved_for: z.iso.date().nullable(),
    /** The set it represents; null for a single draft, or without view on reviews. */
    set: z.object({ id: z.string(), title: z.string(), buckets: z.int() }).nullable(),
  })
  .meta({ id: 'OwnDraft' });
export type OwnDraft = Described<typeof ownDraftSchema>;

/** A live bucket with newer or ending dials. */
const ownBucketSchema = z.object({ ...bucket, newer: z.int(), ending: z.int() }).meta({ id: 'OwnBucket' });
export type OwnBucket = Described<typeof ownBucketSchema>;

const ownDialSchema = z
  .object({ id: z.string(), name: z.string(), version: z.int(), since: moment })
  .meta({ id: 'OwnDial' });
export type OwnDial = Described<typeof ownDialSchema>;

export const workRoutes = {
  getMyWork: route('GET /api/me/work', {
    summary: 'The work of the caller: drafts with their reviews, and newer versions and ending dials in their buckets',
    access: 'signed-in',
    answer: z.object({
      /** Rejected, then in review, then others; oldest first. Empty without view on buckets. */
      drafts: z.array(ownDraftSchema),
      buckets: z.array(ownBucketSchema),
      /** Drafts of dials. Empty without view on dials. */
      dials: z.array(ownDialSchema),
      /** Classes whose review is overdue: of the caller, for administrators all; longest overdue first. */
      classes: z.array(z.object({ cob: z.string(), owner: personRef.nullable(), next_review: z.iso.date() })),
      /** Items beyond the limit. */
      more: z.object({ drafts: z.int(), buckets: z.int(), dials: z.int() }),
    }),
  }),
} as const;
