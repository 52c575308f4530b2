import { z } from 'zod';
import { checkDeputy, type Deputy } from '#domain/authority/deputy.ts';
import { AUTHORITY_DECISIONS, type AuthorityChange } from '#domain/authority/proposal.ts';
import {
  AMOUNT_KEYS,
  AUTHORITY_LIMITS,
  CHANGED_PARTS,
  checkRule,
  type Condition,
  type RuleInput,
} from '#domain/authority/rule.ts';
import type { AmountKey } from '#domain/value/registry.ts';
import { cobSlug, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { pageOf, pageQuery } from './page.ts';
import { type Described, route } from './route.ts';
import { withRules } from './rules.ts';

const amountKey = z.enum(AMOUNT_KEYS as [AmountKey, ...AmountKey[]]);

export const conditionSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('above'),
      value: amountKey,
      limit: z.number().max(1e15, 'Give at most 1,000,000,000,000,000'),
    }),
    z.strictObject({ kind: z.literal('changes'), of: z.enum(CHANGED_PARTS), percent: z.number() }),
    z.strictObject({ kind: z.literal('appetite') }),
    z.strictObject({ kind: z.literal('restart') }),
    z.strictObject({ kind: z.literal('always') }),
  ])
  .meta({ id: 'AuthorityCondition' }) satisfies z.ZodType<Condition>;

const personId = z.string().min(1).max(200);
const ruleInput = z
  .strictObject({
    classes: z.array(cobSlug).max(49),
    partners: z.array(z.int().min(1).max(99_999)).max(200),
    when: z.array(conditionSchema).max(AUTHORITY_LIMITS.conditions),
    people: z.array(personId).max(AUTHORITY_LIMITS.people),
  })
  .meta({ id: 'AuthorityRuleInput' }) satisfies z.ZodType<RuleInput>;

const BLANK_RULE: RuleInput = { classes: [], partners: [], when: [], people: [] };
const checkedRule = withRules(ruleInput, checkRule, BLANK_RULE as never);

const day = z.iso.date();
/** Its rules say what is wrong with it. */
const sentDay = z.string().max(10).meta({ format: 'date' });
const deputyInput = withRules(
  z.strictObject({
    person: personId,
    deputy: personId,
    first_day: sentDay,
    last_day: sentDay,
  }) satisfies z.ZodType<Deputy>,
  (deputy) => checkDeputy(deputy, new Date().toISOString().slice(0, 10)),
  { person: '-', deputy: '-', first_day: '', last_day: '' },
);

const changeInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add_rule'), rule: checkedRule }),
  z.strictObject({ kind: z.literal('change_rule'), id: z.uuid(), rule: checkedRule }),
  z.strictObject({ kind: z.literal('remove_rule'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('add_deputy'), deputy: deputyInput }),
  z.strictObject({ kind: z.literal('end_deputy'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('use_portfolio'), portfolio: z.uuid() }),
]) satisfies z.ZodType<AuthorityChange>;

/** `can_sign`: active, verified, and may vote. */
const signerRef = personRef.extend({ can_sign: z.boolean() });
export type SignerRef = Described<typeof signerRef>;

/** Rules and deputies with the names of people and partners. */
const shownRule = z.object({
  classes: z.array(z.string()),
  partners: z.array(partnerSchema),
  when: z.array(conditionSchema),
  people: z.array(signerRef),
});

const authorityRuleSchema = z
  .object({
    ...shownRule.shape,
    id: z.uuid(),
    since: moment,
    by: personRef,
    /** Who confirmed it. */
    seconded_by: personRef,
    /** Rounds of the last 90 days for which it asked, of at most 1,000, and those of them that take votes now. */
    applied: z.int(),
    waiting: z.int(),
  })
  .meta({ id: 'AuthorityRule' });
export type ShownRule = Described<typeof authorityRuleSchema>;
/** What a rule says, in force or proposed. */
export type RuleContent = Described<typeof shownRule>;

const deputySchema = z
  .object({
    id: z.uuid(),
    person: personRef,
    deputy: personRef,
    first_day: day,
    last_day: day,
    /** Ended before its last day. */
    ended_at: moment.nullable(),
    by: personRef,
    seconded_by: personRef,
  })
  .meta({ id: 'Deputy' });
export type ShownDeputy = Described<typeof deputySchema>;

export const authorityProposalSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(['add_rule', 'change_rule', 'remove_rule', 'add_deputy', 'end_deputy', 'use_portfolio']),
    /** What it changes or removes. */
    replaces: z.uuid().nullable(),
    /** The new rule, or the one to be removed; null for deputies. */
    rule: shownRule.nullable(),
    deputy: z.object({ person: personRef, deputy: personRef, first_day: day, last_day: day }).nullable(),
    /** The portfolio to use; `warning`: that it is much smaller than the one in use. */
    portfolio: z.object({ id: z.uuid(), text: z.string(), warning: z.string().nullable() }).nullable(),
    by: personRef,
    at: moment,
    /** Why the caller can neither confirm nor decline it; null if they can. */
    refusal: z.string().nullable(),
    is_own: z.boolean(),
    /** Null while it waits. */
    closed: z
      .object({
        outcome: z.enum(['confirmed', 'declined', 'withdrawn']),
        by: personRef,
        at: moment,
        reason: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'AuthorityProposal' });
export type AuthorityProposal = Described<typeof authorityProposalSchema>;

/** Who must sign a round, and why. */
export const requiredSignerSchema = z
  .object({
    rule: z.uuid(),
    people: z.array(personRef),
    /** The reasons that hold, or that were not fully checked; the first one leads. */
    reasons: z.array(z.object({ holds: z.enum(['yes', 'no', 'unknown']), text: z.string() })),
    /** Whether none of them, nor a deputy, has approved yet. */
    is_missing: z.boolean(),
    /** Those who can still sign: the people and their deputies of today who may vote and are no authors. Empty: nobody can. */
    can_sign: z.array(personRef),
    /** Deputies of today. */
    deputies: z.array(z.object({ deputy: personRef, person: personRef, last_day: day })),
  })
  .meta({ id: 'RequiredSigner' });
export type ShownSigner = Described<typeof requiredSignerSchema>;

/** Reviews listed beside the rules. */
export const MAX_WAITING = 20;
const waitingReviewSchema = z.object({
  cob: z.string(),
  partner: partnerSchema,
  signers: z.array(requiredSignerSchema),
  /** Why any two may approve; null where a signer is required, or no rule covers it. */
  any_two: z.string().nullable(),
  approvals: z.int(),
  required: z.int(),
});

const reason = z.string().trim().max(500, 'A reason can have 500 characters at most').default('');

export const classFactsSchema = z.object({
  owner: personRef.nullable(),
  next_review: day.nullable(),
  is_overdue: z.boolean(),
});
const classRecordSchema = z
  .object({
    cob: z.string(),
    ...classFactsSchema.shape,
    /** Buckets of the class. */
    buckets: z.int(),
    /** Changes send it as If-Match. */
    revision: z.string(),
  })
  .meta({ id: 'ClassRecord' });
export type ClassRecord = Described<typeof classRecordSchema>;

const accessRowSchema = z.object({
  person: personRef,
  email: z.string(),
  /** Which of `permission_sets` they have: thousands of people have the same few. */
  permissions: z.int(),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  /** Rules that name them, as sentences, and for whom they are deputies. */
  authority: z.array(z.string()),
});
const accessReviewSchema = z
  .object({ at: moment, by: personRef, people: z.int(), note: z.string() })
  .meta({ id: 'AccessReview' });

export const authorityRoutes = {
  getAuthority: route('GET /api/authority', {
    summary: 'Rules of authority and deputies in force, proposals that wait, and the reviews they concern',
    access: 'admin:view',
    answer: z.object({
      rules: z.array(authorityRuleSchema),
      deputies: z.array(deputySchema),
      proposals: z.array(authorityProposalSchema),
      waiting: z.array(waitingReviewSchema),
      /** The active people, by name: signers, deputies and owners are chosen from them. */
      people: z.array(signerRef),
    }),
  }),
  listAuthorityHistory: route('GET /api/authority/history', {
    summary: 'Decided proposals of authority, newest first',
    access: 'admin:view',
    query: pageQuery,
    answer: pageOf(authorityProposalSchema),
  }),
  previewAuthorityRule: route('POST /api/authority/preview', {
    summary: 'What a rule would have done to the drafts of the last 90 days. Read-only',
    access: 'admin:edit',
    body: z.strictObject({ rule: checkedRule }),
    answer: z.object({
      days: z.int(),
      /** Rounds submitted in that time to buckets that it covers. */
      drafts: z.int(),
      /** Of these, those that would have needed one of the people, and those that had their approval. */
      needed: z.int(),
      had: z.int(),
    }),
  }),
  proposeAuthority: route('POST /api/authority/proposals', {
    summary:
      'Propose a rule or a deputy, its change or end, or another portfolio; in force when a second person confirms',
    access: 'admin:edit',
    body: z.strictObject({ change: changeInput }),
    answer: authorityProposalSchema,
    problems: ['not-found', 'conflict'],
  }),
  decideAuthority: route('PUT /api/authority/proposals/:proposalId', {
    summary: 'Confirm or decline a proposal of somebody else, or withdraw one’s own',
    access: 'admin:edit',
    params: z.object({ proposalId: z.uuid() }),
    body: z.strictObject({ decision: z.enum(AUTHORITY_DECISIONS), reason }),
    answer: authorityProposalSchema,
    problems: ['not-found', 'not-allowed', 'conflict'],
  }),
  listClassRecords: route('GET /api/class-records', {
    summary: 'The classes with buckets: owner and next review day',
    access: 'bucket:view',
    answer: z.object({ items: z.array(classRecordSchema) }),
  }),
  changeClassRecord: route('PUT /api/class-records/:cob', {
    summary: 'Set the owner and the next review day of a class',
    access: 'admin:edit',
    changes: true,
    params: z.object({ cob: cobSlug }),
    body: z.strictObject({ owner: personId.nullable(), next_review: day.nullable() }),
    answer: classRecordSchema,
    problems: ['not-found', 'conflict'],
  }),
  getAccess: route('GET /api/access', {
    summary: 'Who may do what, and the last confirmations of that list',
    access: 'user:view',
    answer: z.object({
      people: z.array(accessRowSchema),
      permission_sets: z.array(z.array(z.string())),
      /** Of what is listed; a confirmation names it. */
      hash: z.string(),
      reviews: z.array(accessReviewSchema),
      /** The day of the next quarterly confirmation; null before the first one. */
      next: day.nullable(),
    }),
  }),
  confirmAccess: route('POST /api/access/confirmations', {
    summary: 'Confirm the list of who may do what',
    access: 'user:edit',
    body: z.strictObject({ hash: z.string().max(100), note: reason }),
    answer: accessReviewSchema,
    problems: ['stale'],
  }),
} as const;
