import { z } from 'zod';
import { parsePermissions, printPermissions } from '#domain/user/permission.ts';
import { MAX_REQUEST_REASON } from '#domain/user/access-request.ts';
import { type Role, ROLES } from '#domain/user/role.ts';
import type { Person } from '#domain/user/person.ts';
import { VERIFICATION_METHODS, type VerificationMethod } from '#domain/user/verification.ts';
import { auditRowSchema } from './audit.ts';
import { moment, personRef } from './dial.ts';
import { pageOf, pageQuery } from './page.ts';
import { type Described, route } from './route.ts';
import { oneLine } from './text.ts';

/** `invited`: has not signed in or set a password yet. */
export const USER_STATES = ['active', 'invited', 'deactivated'] as const;
export type UserState = (typeof USER_STATES)[number];

/** `by`: the colleague who confirmed them. */
type UserVerification = Readonly<{ method: VerificationMethod; at: string; by: { id: string; name: string } | null }>;

export type User = Person &
  Readonly<{
    permissions: readonly string[];
    last_seen_at: string | null;
    state: UserState;
    verification: UserVerification | null;
    unverified_because: string | null;
    unconfirmed_because: string | null;
    introduced_by: readonly Readonly<{ id: string; name: string }>[];
    same_mailbox: readonly Readonly<{ id: string; name: string }>[];
    access_request: Readonly<{ role: Role; reason: string; at: string }> | null;
  }>;

const user = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  permissions: z.array(z.string()),
  last_seen_at: moment.nullable(),
  state: z.enum(USER_STATES),
  /** Null: unverified, votes are shown but not counted. */
  verification: z.object({ method: z.enum(VERIFICATION_METHODS), at: moment, by: personRef.nullable() }).nullable(),
  unverified_because: z.string().nullable(),
  /** Why somebody who is verified does not count for those who introduced them; null if they count for everybody. */
  unconfirmed_because: z.string().nullable(),
  /** Who added or invited them, and who may have used those accounts. */
  introduced_by: z.array(personRef),
  /** Other accounts whose address reaches the same mailbox: they count as one person. */
  same_mailbox: z.array(personRef),
  /** The open request of a person without permissions. */
  access_request: z.object({ role: z.enum(ROLES), reason: z.string(), at: moment }).nullable(),
};
export const userSchema = z.object(user).meta({ id: 'User' }) satisfies z.ZodType<User>;

/** The user directory: this server or a hosted tenant. */
const directorySchema = z.object({
  kind: z.enum(['embedded', 'hosted']),
  /** `tenant` for a hosted directory. */
  sign_in: z.enum(['demo', 'password', 'tenant']),
  /** Where to manage people, if not here. */
  change_at: z.string().nullable(),
  /** Links are e-mailed; otherwise shown to whoever creates them. */
  mails_links: z.boolean(),
});
export type PeopleDirectory = z.output<typeof directorySchema>;

const claims = z.record(z.string(), z.json());
export const userProfileSchema = z
  .object({
    ...user,
    revision: z.string(),
    created_at: moment,
    /** From the last identity token; null before the first sign-in. */
    claims: z.object({ standard: claims, custom: claims }).nullable(),
    directory: directorySchema,
    /** Why the caller cannot confirm this person; null if they can or need not. */
    confirm_refusal: z.string().nullable(),
    /** The open invitation. */
    invitation: z.object({ created_at: moment, expires_at: moment }).nullable(),
    waiting: z.object({
      /** Reviews waiting for their vote. */
      reviews: z.int(),
      /** Unfinished drafts they saved last. */
      dial_drafts: z.int(),
      bucket_drafts: z.int(),
    }),
  })
  .meta({ id: 'UserProfile' });
export type UserProfile = z.output<typeof userProfileSchema>;

/**
 * `shown`: the link is only in this response, as only its hash is stored. `sent`: e-mailed to the person. `failed`: could not be
 * sent and is revoked.
 */
const invitationSchema = z.object({
  delivery: z.enum(['shown', 'sent', 'failed']),
  link: z.url().nullable(),
  email: z.string(),
  expires_at: moment,
});
export type Invitation = z.output<typeof invitationSchema>;

/** `by`: null for the command line. */
const signInLinkSchema = z
  .object({ at: moment, by: personRef.nullable(), used: z.boolean() })
  .meta({ id: 'SignInLink' });

const isPermission = (entry: string): boolean => printPermissions(parsePermissions([entry])).length === 1;
const permissions = z
  .array(z.string().refine(isPermission, 'There is no such permission'))
  .max(20)
  .transform((entries) => printPermissions(parsePermissions(entries)));
const name = (what: string) => oneLine().min(1, 'Required').max(100, `${what} can have 100 characters at most`);
const params = z.object({ userId: z.string().min(1).max(300) });

const requestReason = z.string().trim().max(MAX_REQUEST_REASON, `Please use at most ${MAX_REQUEST_REASON} characters`);

const accessSchema = z
  .object({
    /** The configured sentence. */
    text: z.string().nullable(),
    /** The first people who may grant permissions. */
    people: z.array(z.object({ name: z.string(), email: z.string() })),
    /** Whether this server takes requests: not if a tenant manages people, or nobody can grant anything. */
    takes_requests: z.boolean(),
    /** The directory grants permissions that the token of the caller may lack yet. */
    is_granted: z.boolean(),
    by_mail: z.boolean(),
    request: z
      .object({
        role: z.enum(ROLES),
        reason: z.string(),
        at: moment,
        /** When the same people may be asked again. */
        again_at: moment,
        declined: z.object({ by: z.string(), at: moment, reason: z.string() }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'MyAccess' });
export type MyAccess = Described<typeof accessSchema>;

export const userRoutes = {
  recordSignIn: route('PUT /api/me', {
    summary: 'Record a sign-in; verifies the identity token and updates the profile from its claims',
    access: 'signed-in',
    /** `time_zone`: that of the browser, for the time of e-mails; one that is not known is ignored. */
    body: z.object({ idToken: z.string().max(20_000), time_zone: z.string().max(60).exactOptional() }),
    answer: userSchema,
  }),
  listMyLinks: route('GET /api/me/links', {
    summary: 'Recent password links of the caller, newest first, and the number of unread ones',
    access: 'signed-in',
    answer: z.object({ items: z.array(signInLinkSchema), unread: z.int() }),
  }),
  readMyLinks: route('PUT /api/me/links/read', {
    summary: 'Mark all links up to a point in time as read',
    access: 'signed-in',
    body: z.strictObject({ up_to: z.iso.datetime() }),
    answer: z.object({ unread: z.int() }),
  }),
  getMyAccess: route('GET /api/me/access', {
    summary: 'Whom to ask for permissions, and what the caller asked for',
    access: 'signed-in',
    answer: accessSchema,
  }),
  askForAccess: route('PUT /api/me/access', {
    summary: 'Ask for permissions, change the request, or ask again after a day; notifies those who may grant them',
    access: 'signed-in',
    rate: { name: 'requests', maxPerMinute: 10 },
    body: z.strictObject({ role: z.enum(ROLES), reason: requestReason }),
    answer: accessSchema,
    problems: ['conflict'],
  }),
  withdrawAccessRequest: route('DELETE /api/me/access', {
    summary: 'Withdraw the request for permissions',
    access: 'signed-in',
    answer: accessSchema,
  }),
  declineAccess: route('POST /api/users/:userId/access/decline', {
    summary: 'Decline the request of a person for permissions, with a reason that they read',
    access: 'user:edit',
    changes: true,
    params,
    body: z.strictObject({ reason: requestReason.min(1, 'Required') }),
    answer: userProfileSchema,
    problems: ['not-found', 'conflict'],
  }),
  listUsers: route('GET /api/users', {
    summary: 'People by name, searchable by name or e-mail',
    access: 'user:view',
    query: z.object({
      q: z.string().trim().max(200).optional(),
      /** An address: only people whose own one reaches the same mailbox. */
      mailbox: z.string().trim().max(254).optional(),
      state: z.enum(['present', 'deactivated']).default('present'),
      ...pageQuery.shape,
    }),
    answer: z.object({
      ...pageOf(userSchema).shape,
      directory: directorySchema,
      counts: z.object({ present: z.int(), deactivated: z.int() }),
    }),
  }),
  getUser: route('GET /api/users/:userId', {
    summary: 'One person: claims, permissions and pending work',
    access: 'user:view',
    params,
    answer: userProfileSchema,
    problems: ['not-found'],
  }),
  listUserActivity: route('GET /api/users/:userId/activity', {
    summary: 'The activity of a person, newest first',
    access: 'user:view',
    params,
    query: pageQuery,
    answer: pageOf(auditRowSchema),
    problems: ['not-found'],
  }),
  addUser: route('POST /api/users', {
    summary: 'Add a person to the embedded directory; where people sign in with a password, with a one-time link',
    access: 'user:edit',
    body: z.strictObject({
      given_name: name('The given name'),
      family_name: name('The family name'),
      email: z.email('Please write an e-mail address, like name@example.com').max(254),
      permissions,
    }),
    answer: z.object({ user: userProfileSchema, invitation: invitationSchema.nullable() }),
    problems: ['conflict'],
  }),
  setUserPermissions: route('PUT /api/users/:userId/permissions', {
    summary: 'Change permissions; effective with the next token, and at once for approvals',
    access: 'user:edit',
    changes: true,
    params,
    body: z.strictObject({ permissions }),
    answer: userProfileSchema,
    problems: ['not-found', 'conflict'],
  }),
  inviteUser: route('POST /api/users/:userId/invitation', {
    summary: 'Create a new one-time password link; revokes the previous one',
    access: 'user:edit',
    changes: true,
    params,
    answer: z.object({ user: userProfileSchema, invitation: invitationSchema }),
    problems: ['not-found', 'conflict', 'unavailable'],
  }),
  confirmUser: route('POST /api/users/:userId/confirm', {
    summary: 'Confirm the identity of a person, so that their votes count; not by their inviter or invitee',
    access: 'user:edit',
    changes: true,
    params,
    answer: userProfileSchema,
    problems: ['not-found', 'conflict'],
  }),
  deactivateUser: route('POST /api/users/:userId/deactivate', {
    summary: 'Deactivate a person: sessions end with their token, votes are refused at once',
    access: 'user:edit',
    changes: true,
    params,
    answer: userProfileSchema,
    problems: ['not-found', 'conflict'],
  }),
  reactivateUser: route('POST /api/users/:userId/reactivate', {
    summary: 'Let a deactivated person sign in again, with the permissions they had',
    access: 'user:edit',
    changes: true,
    params,
    answer: userProfileSchema,
    problems: ['not-found', 'conflict'],
  }),
} as const;
