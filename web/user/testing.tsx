import type { AuditRow } from '#contract/audit.ts';
import { Problem } from '#contract/problem.ts';
import { EVERY_PERMISSION, printPermissions } from '#domain/user/permission.ts';
import type { User } from '#contract/user.ts';
import type { Api } from '#web/base/api/nouns.ts';
import type { ReactNode } from 'react';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { momentInDays } from '#web/testing/screenDate.ts';
import type { Access, PersonRead } from './query.ts';
import { UserPage } from './UserPage.tsx';
import { UsersPage } from './UsersPage.tsx';

export const EMBEDDED = { kind: 'embedded', sign_in: 'demo', change_at: null, mails_links: false } as const;
export const WITH_PASSWORD = { ...EMBEDDED, sign_in: 'password' } as const;
export const HOSTED = {
  kind: 'hosted',
  sign_in: 'tenant',
  change_at: 'https://tenant.example/people',
  mails_links: false,
} as const;
export const INVITATION = {
  delivery: 'shown',
  email: 'ada@ls.example',
  link: 'https://lineslip.example/idp/invitation/one-time-secret',
  expires_at: momentInDays(1),
} as const;
/** Has and may grant every permission. */
const ADMINISTRATOR = printPermissions(EVERY_PERMISSION);

export const makeUser = (n: number, more: Partial<User> = {}): User => ({
  id: `demo|person-${n}`,
  name: `Person ${n}`,
  email: `person-${n}@ls.example`,
  given_name: 'Person',
  family_name: String(n),
  permissions: ['dials:view', 'bucket:view'],
  last_seen_at: '2026-11-14T10:58:00.000Z',
  state: 'active',
  verification: { method: 'mailbox', at: '2026-10-02T08:00:00.000Z', by: null },
  unverified_because: null,
  unconfirmed_because: null,
  introduced_by: [],
  same_mailbox: [],
  access_request: null,
  ...more,
});

/** Someone who writes and deletes dials, and edits buckets. */
export const makePerson = (more: Partial<PersonRead> = {}): PersonRead => ({
  ...makeUser(1, { name: 'Demo Underwriter', email: 'underwriter@ls.example' }),
  permissions: [
    'dials:view',
    'dials:edit',
    'dials:create',
    'dials:delete',
    'bucket:view',
    'bucket:edit',
    'review:view',
  ],
  revision: '7',
  created_at: '2026-10-01T08:00:00.000Z',
  claims: {
    standard: { sub: 'demo|person-1', email: 'underwriter@ls.example', email_verified: true },
    custom: { 'https://ls.example/desks': ['Cyber', 'Marine'] },
  },
  directory: EMBEDDED,
  confirm_refusal: null,
  invitation: null,
  waiting: { reviews: 2, dial_drafts: 3, bucket_drafts: 1 },
  ...more,
});

export const makeRow = (seq: number, more: Partial<AuditRow> = {}): AuditRow => ({
  seq,
  at: '2026-11-14T16:20:00.000Z',
  by: { id: 'demo|person-1', name: 'Demo Underwriter' },
  action: 'bucket_submitted',
  object: { type: 'bucket', id: '9101/cyber-privacy-and-tech' },
  about: 'Cyber Privacy & Tech, 9101 Alder',
  refused: false,
  hidden: false,
  needs: [],
  detail: {},
  names: {},
  ...more,
});

/**
 * A fake server with one person that follows the contract: a change on an old revision is refused. `answers` replaces
 * routes.
 */
function fakeUserServer(person: PersonRead, answers: Partial<Api> = {}) {
  const server = {
    person,
    calls: [] as Readonly<{ name: string; body?: unknown }>[],
    /** Someone else changes the person. */
    theyChange: (more: Partial<PersonRead>) => {
      server.person = { ...server.person, revision: String(Number(server.person.revision) + 1), ...more };
    },
  };
  const change = (name: string, ifMatch: string | undefined, more: Partial<PersonRead>, body?: unknown): PersonRead => {
    server.calls.push({ name, ...(body !== undefined && { body }) });
    if (ifMatch !== server.person.revision)
      throw new Problem('stale', 'Demo Administrator changed this person today at 11:02.');
    server.theyChange(more);
    return server.person;
  };
  const routes: Partial<Api> = {
    getUser: async ({ params }) => {
      if (params.userId !== server.person.id) throw new Problem('not-found', 'There is no such person.');
      return server.person;
    },
    listUserActivity: async () => ({ items: [], next: null }),
    setUserPermissions: async ({ body }, options) =>
      change('setUserPermissions', options?.ifMatch, { permissions: body.permissions }, body),
    confirmUser: async (_input, options) =>
      change('confirmUser', options?.ifMatch, {
        verification: { method: 'colleague', at: person.created_at, by: { id: 'u1', name: 'Me' } },
        unverified_because: null,
        unconfirmed_because: null,
      }),
    deactivateUser: async (_input, options) => change('deactivateUser', options?.ifMatch, { state: 'deactivated' }),
    reactivateUser: async (_input, options) => change('reactivateUser', options?.ifMatch, { state: 'active' }),
    declineAccess: async ({ body }, options) =>
      change('declineAccess', options?.ifMatch, { access_request: null }, body),
    inviteUser: async (_input, options) => ({
      user: change('inviteUser', options?.ifMatch, { invitation: { created_at: person.created_at, ...INVITATION } }),
      invitation: INVITATION,
    }),
    ...answers,
  };
  return { server, api: fakeApi(routes) };
}

/** Shows a person's page; `u1` is signed in. */
export async function showPerson(
  person: PersonRead,
  {
    answers = {},
    permissions,
    search = '',
  }: Readonly<{ answers?: Partial<Api>; permissions?: readonly string[]; search?: string }> = {},
) {
  const { server, api } = fakeUserServer(person, answers);
  const at = `/users/${encodeURIComponent(person.id)}${search}`;
  const made = await show(<UserPage />, { api, route: '/users/:userId', address: at, permissions });
  return { ...made, server };
}

type Listed = Awaited<ReturnType<Api['listUsers']>>;

export const listOf = (items: readonly User[], more: Partial<Listed> = {}): Listed => ({
  items,
  next: null,
  directory: EMBEDDED,
  counts: { present: items.length, deactivated: 0 },
  ...more,
});

export const showList = (
  answers: Partial<Api>,
  { address = '/users', permissions }: Readonly<{ address?: string; permissions?: readonly string[] }> = {},
) => show(<UsersPage />, { api: fakeApi(answers), route: '/users', address, permissions });

type ShowOptions = Readonly<{ api: Api; route: string; address: string; permissions: readonly string[] | undefined }>;

async function show(element: ReactNode, { permissions = ADMINISTRATOR, ...options }: ShowOptions) {
  return renderPage(element, { ...options, permissions });
}

const ANN = { id: 'u7', name: 'Ann Bee' };
/** One person, and a confirmation that is overdue. */
export const ACCESS: Access = {
  people: [
    {
      person: ANN,
      email: 'ann@ls.example',
      permissions: 1,
      is_active: true,
      is_verified: false,
      authority: ['Cargo: one of the approvers must be Ann Bee when anything changes.'],
    },
  ],
  permission_sets: [[], ['dials:view', 'bucket:view', 'review:create']],
  hash: 'h'.repeat(64),
  reviews: [{ at: '2026-05-01T09:00:00.000Z', by: ANN, people: 1, note: 'As of May' }],
  next: '2026-08-01',
};
