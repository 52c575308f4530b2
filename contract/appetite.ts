import { z } from 'zod';
import { RAISE_DECISIONS, RAISE_OUTCOMES } from '#domain/appetite/proposal.ts';
import { partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { bodyAddress, distinctBuckets } from './rollout.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';

/** Appetites in one request. */
export const MAX_APPETITES = 1000;
/** Proposals listed. */
export const MAX_PROPOSALS = 50;
/** Why an appetite is raised, or a raise declined. */
export const appetiteReason = z.string().trim().max(500, 'A reason can have 500 characters at most').default('');

const proposal = {
  id: z.string(),
  by: personRef,
  at: moment,
  reason: z.string(),
  /** Why the caller can neither confirm nor decline it; null if they can. */
  refusal: z.string().nullable(),
  /** Whether the caller proposed it, and can withdraw it. */
  is_own: z.boolean(),
};

/** Raised appetites of one request that wait for a second person. */
export const waitingProposalSchema = z
  .object({
    ...proposal,
    /** The number of buckets that wait. */
    buckets: z.int(),
    /** Their class and their partner; null if there are several. */
    cob: z.string().nullable(),
    partner: partnerSchema.nullable(),
  })
  .meta({ id: 'WaitingProposal' });
export type WaitingProposal = Described<typeof waitingProposalSchema>;

const proposalSchema = z
  .object({
    ...proposal,
    buckets: z.array(
      z.object({
        partner: partnerSchema,
        cob: z.string(),
        was: z.number(),
        becomes: z.number(),
        /** Null while it waits. */
        closed: z.object({ outcome: z.enum(RAISE_OUTCOMES), by: personRef, at: moment }).nullable(),
      }),
    ),
  })
  .meta({ id: 'AppetiteProposal' });
export type AppetiteProposal = Described<typeof proposalSchema>;

const params = z.object({ proposalId: z.uuid() });

/** Reviewers and administrators decide, so no single permission opens these: the rules are in `domain/appetite/proposal.ts`. */
export const appetiteRoutes = {
  listAppetiteProposals: route('GET /api/appetite-proposals', {
    summary:
      'Raised appetites that wait for a second person, longest waiting first; none for people who may not see them',
    access: 'signed-in',
    answer: z.object({ items: z.array(waitingProposalSchema) }),
  }),
  getAppetiteProposal: route('GET /api/appetite-proposals/:proposalId', {
    summary: 'Raised appetites that were proposed together, and what became of each',
    access: 'signed-in',
    params,
    answer: proposalSchema,
    problems: ['not-found'],
  }),
  decideAppetiteProposal: route('PUT /api/appetite-proposals/:proposalId/decision', {
    summary:
      'Confirm or decline raised appetites, which needs edit on admin or create on review and is not for the proposer; or withdraw one’s own; all of these buckets or none',
    access: 'signed-in',
    params,
    body: z.strictObject({
      decision: z.enum(RAISE_DECISIONS),
      reason: appetiteReason,
      buckets: distinctBuckets(z.strictObject(bodyAddress), MAX_APPETITES),
    }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: proposalSchema,
    problems: ['not-found', 'not-allowed', 'conflict', 'stale'],
  }),
} as const;
