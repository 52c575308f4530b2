import type { Person } from '#domain/user/person.ts';
import { ACTIONS, SCOPES, type Action, type Scope } from '#domain/user/permission.ts';

type DemoPerson = Person & Readonly<{ permissions: readonly string[]; summary: string }>;

const grant = (scope: Scope, actions: readonly Action[] = ACTIONS) => actions.map((action) => `${scope}:${action}`);

function demo(mailbox: string, family_name: string, summary: string, permissions: readonly string[]): DemoPerson {
  return {
    id: `demo|${mailbox}`,
    name: `Demo ${family_name}`,
    email: `${mailbox}@demo.lineslip.example`,
    given_name: 'Demo',
    family_name,
    summary,
    permissions,
  };
}

const underwriting = [...grant('dials'), ...grant('bucket', ['view', 'edit']), ...grant('review', ['view'])];
const reviewing = [...grant('dials', ['view']), ...grant('bucket', ['view']), ...grant('review', ['view', 'create'])];

/** The people of the demo directory, in the order the sign-in page shows them. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  demo('underwriter', 'Underwriter', 'Writes dials, edits buckets, submits for review', underwriting),
  demo('underwriter.two', 'Second Underwriter', 'Writes dials, edits buckets, submits for review', underwriting),
  demo('reviewer.one', 'Reviewer One', 'Approves and rejects drafts', reviewing),
  demo('reviewer.two', 'Reviewer Two', 'Approves and rejects drafts', reviewing),
  demo(
    'administrator',
    'Administrator',
    'Adds classes, sets appetites, manages people',
    SCOPES.flatMap((scope) => grant(scope)),
  ),
  demo('compliance', 'Compliance', 'Seconds who must sign what, reads everything', [
    ...grant('admin', ['view', 'edit']),
    ...grant('dials', ['view']),
    ...grant('bucket', ['view']),
    ...grant('review', ['view']),
    ...grant('user', ['view']),
  ]),
  demo('viewer', 'Viewer', 'Reads dials and buckets', [...grant('dials', ['view']), ...grant('bucket', ['view'])]),
  demo('newcomer', 'Newcomer', 'No permissions yet', []),
];
