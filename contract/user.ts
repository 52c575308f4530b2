import { z } from 'zod';
import { parsePermissions, printPermissions } from '#domain/user/permission.ts';
import type { Person } from '#domain/user/person.ts';
import { VERIFICATION_METHODS, type VerificationMethod } from '#domain/user/verification.ts';
import { auditRowSchema } from './audit.ts';
import { moment, personRef } from './dial.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

/** `invited`: added, and has not signed in or set a password yet. */
export const USER_STATES = ['active', 'invited', 'deactivated'] as const;
export type UserState = (typeof USER_STATES)[number];

/** How it is known who a person is; `by`: the colleague who confirmed them. */
type UserVerification = Readonly<{ method: VerificationMethod; at: string; by: { id: string; name: string } | null }>;

export type User = Person &
  Readonly<{
    permissions: readonly string[];
    last_seen_at: string | null;
    state: UserState;
    verification: UserVerification | null;
    unverified_because: string | null;
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
  /** How it is known who they are; null: their votes are shown and not counted. */
  verification: z.object({ method: z.enum(VERIFICATION_METHODS), at: moment, by: personRef.nullable() }).nullable(),
  /** Where they are not verified: why. */
  unverified_because: z.string().nullable(),
};
export const userSchema = z.object(user).meta({ id: 'User' }) satisfies z.ZodType<User>;

/** Who keeps the people: this server, or a hosted tenant, and then where to change them. */
const directorySchema = z.object({
  kind: z.enum(['embedded', 'hosted']),
  /** How people of the embedded directory sign in; `tenant` elsewhere. */
  sign_in: z.enum(['demo', 'password', 'tenant']),
  /** Where people are changed, when that is not here. */
  change_at: z.string().nullable(),
  /** Whether links go to the mailbox of the person alone; they are shown to whoever makes them otherwise. */
  mails_links: z.boolean(),
});
export type PeopleDirectory = z.output<typeof directorySchema>;

const claims = z.record(z.string(), z.json());
/** One person whole. `revision` is what a change is based on. */
export const userProfileSchema = z
  .object({
    ...user,
    revision: z.string(),
    created_at: moment,
    /** Of the last identity token, the standard ones apart from the others; none before the first sign-in. */
    claims: z.object({ standard: claims, custom: claims }).nullable(),
    directory: directorySchema,
    /** Why whoever asks cannot confirm this person; null where they can, or where nobody has to. */
    confirm_refusal: z.string().nullable(),
    /** An invitation that has been neither used nor has run out. */
    invitation: z.object({ created_at: moment, expires_at: moment }).nullable(),
    waiting: z.object({
      /** Reviews that wait for this person's vote. */
      reviews: z.int(),
      /** Drafts this person saved last and that are not finished. */
      dial_drafts: z.int(),
      bucket_drafts: z.int(),
    }),
  })
  .meta({ id: 'UserProfile' });
export type UserProfile = z.output<typeof userProfileSchema>;

/**
 * `shown`: the link is here, and nowhere else, for only its hash is kept. `sent`: it went to the mailbox of the person
 * alone. `failed`: it could not be sent and works no more.
 */
const invitationSchema = z.object({
  delivery: z.enum(['shown', 'sent', 'failed']),
  link: z.url().nullable(),
  email: z.string(),
  expires_at: moment,
});
export type Invitation = z.output<typeof invitationSchema>;

/** Who made a link for the person, and when; nobody: the command line. */
const signInLinkSchema = z
  .object({ at: moment, by: personRef.nullable(), used: z.boolean() })
  .meta({ id: 'SignInLink' });

const isKnown = (entry: string): boolean => printPermissions(parsePermissions([entry])).length === 1;
const permissions = z
  .array(z.string().refine(isKnown, 'There is no such permission'))
  .max(20)
  .transform((entries) => printPermissions(parsePermissions(entries)));
const name = (what: string) => z.string().trim().min(1, 'Required').max(100, `${what} can have 100 characters at most`);
const params = z.object({ userId: z.string().min(1).max(300) });

export const userRoutes = {
  recordSignIn: route('PUT /api/me', {
    summary: 'Tell the server who signed in; the identity token is checked and its claims become the profile',
    access: 'signed-in',
    body: z.object({ idToken: z.string().max(20_000) }),
    answer: userSchema,
  }),
  listMyLinks: route('GET /api/me/links', {
    summary: 'Recent links to set the password of the person who asks, newest first, and how many are unread',
    access: 'signed-in',
    answer: z.object({ items: z.array(signInLinkSchema), unread: z.int() }),
  }),
  readMyLinks: route('PUT /api/me/links/read', {
    summary: 'Mark every such link up to a moment as read',
    access: 'signed-in',
    body: z.strictObject({ up_to: z.iso.datetime() }),
    answer: z.object({ unread: z.int() }),
  }),
  getAccessContacts: route('GET /api/me/contacts', {
    summary: 'Whom to ask for permissions: the configured words, or else the first people who may change them',
    access: 'signed-in',
    answer: z.object({
      text: z.string().nullable(),
      people: z.array(z.object({ name: z.string(), email: z.string() })),
    }),
  }),
  listUsers: route('GET /api/users', {
    summary: 'People the directory knows, by name; found by name or e-mail',
    access: 'user:view',
    query: z.object({
      q: z.string().trim().max(200).optional(),
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
    summary: 'One person: claims, permissions, what waits for them',
    access: 'user:view',
    params,
    answer: userProfileSchema,
    problems: ['not-found'],
  }),
  listUserActivity: route('GET /api/users/:userId/activity', {
    summary: 'What a person did, newest first',
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
    summary: 'Change what a person may do: holds at their next token, and at once for approving',
    access: 'user:edit',
    changes: true,
    params,
    body: z.strictObject({ permissions }),
    answer: userProfileSchema,
    problems: ['not-found', 'conflict'],
  }),
  inviteUser: route('POST /api/users/:userId/invitation', {
    summary: 'A new one-time link to set a password; one given before stops working',
    access: 'user:edit',
    changes: true,
    params,
    answer: z.object({ user: userProfileSchema, invitation: invitationSchema }),
    problems: ['not-found', 'conflict', 'unavailable'],
  }),
  confirmUser: route('POST /api/users/:userId/confirm', {
    summary: 'Confirm who a person is, so that their votes count; not by whoever invited them, or was invited by them',
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
