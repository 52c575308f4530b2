import { z } from 'zod';
import { changeCountsSchema, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { type Described, route } from './route.ts';

/** How many of each kind are listed. */
export const MAX_WORK = 50;

const bucket = { partner: partnerSchema, cob: z.string() };

/** A draft that the person saved last or submitted; or several of one set that wait, or were rejected, as one. */
const ownDraftSchema = z
  .object({
    ...bucket,
    state: z.enum(['draft', 'pending_review']),
    /** When it was started; in review, when it was submitted. */
    since: moment,
    changes: changeCountsSchema,
    /** Who rejected it and why, until it is saved or submitted again. Told to who may see reviews. */
    rejected: z.array(z.object({ by: personRef, comment: z.string() })).nullable(),
    /** How the votes stand, and who can still give one; of several drafts taken together. Told to who may see reviews. */
    votes: z.object({ approvals: z.int(), required: z.int(), missing: z.array(personRef) }).nullable(),
    /** The set that it stands for, and for how many of its drafts; null for a draft alone. Told to who may see reviews. */
    set: z.object({ id: z.string(), title: z.string(), buckets: z.int() }).nullable(),
  })
  .meta({ id: 'OwnDraft' });
export type OwnDraft = Described<typeof ownDraftSchema>;

/** A live bucket of the person with dials to look after. */
const ownBucketSchema = z.object({ ...bucket, newer: z.int(), ending: z.int() }).meta({ id: 'OwnBucket' });
export type OwnBucket = Described<typeof ownBucketSchema>;

const ownDialSchema = z
  .object({ id: z.string(), name: z.string(), version: z.int(), since: moment })
  .meta({ id: 'OwnDial' });
export type OwnDial = Described<typeof ownDialSchema>;

export const workRoutes = {
  getMyWork: route('GET /api/me/work', {
    summary:
      'What waits for the person who asks: their drafts, what reviews say of them, and newer versions and ends in their buckets',
    access: 'signed-in',
    answer: z.object({
      /** What was rejected, then what is in review, then the others, each the oldest first. Empty without view on buckets. */
      drafts: z.array(ownDraftSchema),
      buckets: z.array(ownBucketSchema),
      /** Drafts of dials. Empty without view on dials. */
      dials: z.array(ownDialSchema),
      /** How many of each kind are not listed: only the first are. */
      more: z.object({ drafts: z.int(), buckets: z.int(), dials: z.int() }),
    }),
  }),
} as const;
