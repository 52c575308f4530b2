import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { type ApiContract, contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import type { EventName } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { callsBy, type Method } from '#server/testing/calls.ts';
import { auditRecords, insertPeople } from '#server/testing/records.ts';

/* What needs a permission passes `runChange`, as withdrawn.test.ts shows. The other changes say here what they leave. */

type Trace =
  | Readonly<{ body?: object; leaves: EventName }>
  /** A test of the module shows it. */
  | Readonly<{ test: string; leaves: EventName }>
  /** Why there is no record. */
  | Readonly<{ because: string }>;

const OWN_VIEW = 'changes only what this person sees, and nothing that others see or that is decided';
const TRACES = {
  recordSignIn: { test: 'server/user/user.test.ts', leaves: 'signed_in' },
  readMyLinks: { because: OWN_VIEW },
  askForAccess: { body: { role: 'Underwriter', reason: 'New here' }, leaves: 'person_access_requested' },
  withdrawAccessRequest: { leaves: 'person_access_withdrawn' },
  createMyCalendar: { leaves: 'person_calendar_created' },
  revokeMyCalendar: { leaves: 'person_calendar_revoked' },
  changeMyMail: { body: { at_once: false, digest: false, time_zone: 'Europe/London' }, leaves: 'person_mail_changed' },
  saveFilter: { because: OWN_VIEW },
  renameFilter: { because: OWN_VIEW },
  deleteFilter: { because: OWN_VIEW },
  readNotifications: { because: OWN_VIEW },
  evaluateFlags: { because: 'reads' },
  stopBuckets: { test: 'server/bucket/bucket.stop.test.ts', leaves: 'bucket_stopped' },
  decideAppetiteProposal: { test: 'server/appetite/appetite.proposal.test.ts', leaves: 'bucket_appetite_changed' },
} satisfies { [K in keyof ApiContract]?: Trace };

test('every change that needs no permission is covered', () => {
  const changes = Object.entries<Route>(contract)
    .filter(([, { method, access }]) => method !== 'GET' && typeof access === 'string')
    .map(([name]) => name);
  expect(Object.keys(TRACES).toSorted()).toEqual(changes.toSorted());
});

const server = useTestApp();
const NEWCOMER = { id: 'newcomer', permissions: [] };
beforeAll(() => insertPeople(server.database.db, NEWCOMER));

test.each(Object.entries<Trace>(TRACES))('%s leaves a record, or says why not', async (name, trace) => {
  if ('because' in trace) return expect(trace.because).not.toBe('');
  if ('test' in trace) return expect(await readFile(trace.test, 'utf8')).toContain(trace.leaves);
  const { method, path }: Route = contract[name as keyof typeof TRACES];
  const { call } = callsBy(NEWCOMER, server);
  const { statusCode, body } = await call(method as Method, path, { body: trace.body });
  expect([statusCode, body]).toEqual([200, expect.anything()]);
  const left = await auditRecords(server.database.db, { object: NEWCOMER.id });
  expect(left.map(({ action }) => action)).toContain(trace.leaves);
});
