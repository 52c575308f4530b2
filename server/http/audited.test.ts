import { beforeAll, expect, test } from 'vitest';
import type { WaitingProposal } from '#contract/appetite.ts';
import type { AuthorityProposal } from '#contract/authority.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { NewEngineToken } from '#contract/engine.ts';
import type { Example } from '#contract/example.ts';
import { contract } from '#contract/contract.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { Review } from '#contract/review.ts';
import type { Route } from '#contract/route.ts';
import type { UserProfile } from '#contract/user.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Caller } from '#server/testing/app.ts';
import { ruleOf } from '#server/testing/authorities.ts';
import { type Changing, isSilent, type Trace, TRACES } from '#server/testing/audit-traces.ts';
import { callsBy } from '#server/testing/calls.ts';
import { portfolioLoader, startPortfolioApp } from '#server/testing/portfolios.ts';
import { insertPeople } from '#server/testing/records.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';

/* Every route that is no GET is called here, and leaves the records that it names, of whoever called it; or it says why none. */

test('every route that is no GET says which record it leaves, or why none', () => {
  const routes = Object.entries<Route>(contract).filter(([, { method }]) => method !== 'GET');
  expect(Object.keys(TRACES).toSorted()).toEqual(routes.map(([name]) => name).toSorted());
  for (const trace of Object.values<Trace>(TRACES)) expect(isSilent(trace) ? trace.because : trace).not.toHaveLength(0);
});

const server = startPortfolioApp({ SIGN_IN: 'password' });
const tester = useReviews(server);
const { bucket, entries, get, review } = tester;
const { good } = callsBy('administrator', server);
const { settled } = portfolioLoader(server);
const NEWCOMER = { id: 'newcomer', permissions: [] };
const COLLEAGUE = { id: 'colleague', permissions: ['admin:view', 'admin:edit', 'user:view', 'user:edit'] };
const [ONE, TWO] = ['reviewer.one', 'reviewer.two'] as const;
beforeAll(() => insertPeople(server.database.db, NEWCOMER, COLLEAGUE));

type Sent = Readonly<{
  who?: Caller;
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: object;
  ifMatch?: string | undefined;
}>;
const called = new Set<Changing>();
const idOf = (who: Caller): string => (typeof who === 'string' ? `demo|${who}` : 'id' in who ? who.id : '');
const readSeq = async (): Promise<number> =>
  Number((await server.database.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq);

/** Calls a route, waits for what it began, and looks at the records that it left. */
async function checkChange<T>(
  name: Changing,
  { who = 'administrator', params = {}, query = {}, body, ifMatch }: Sent = {},
  wait: (answer: T) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const { method, path }: Route = contract[name];
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const before = await readSeq();
  const { statusCode, body: text } = await server.app.inject({
    method,
    url: `${url}?${search.toString()}`,
    headers: {
      ...(await server.as(who)),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(body instanceof Buffer && { 'content-type': 'application/octet-stream' }),
    },
    ...(body !== undefined && { payload: body }),
  });
  expect([name, statusCode, text]).toEqual([name, 200, expect.anything()]);
  const answer = JSON.parse(text) as T;
  await wait(answer);
  const records = await server.database.db
    .selectFrom('audit_event')
    .select(['action', 'actor_id as by'])
    .where('seq', '>', String(before))
    .orderBy('seq')
    .execute();
  const trace: Trace = TRACES[name];
  const expected = (isSilent(trace) ? [] : trace).map((action) => ({ action, by: idOf(who) }));
  expect([name, records]).toEqual([name, isSilent(trace) ? [] : expect.arrayContaining(expected)]);
  called.add(name);
  return answer;
}
const revisionOf = async (address: BucketAddress) => (await get(address)).revision;
const inBucket = async (address: BucketAddress) => ({ params: { ...address }, ifMatch: await revisionOf(address) });
const RISK = { date: '2026-11-17', journey: null, dimensions: {} };
const example = (name: string) => ({ name, risk: RISK, expected: { max_line: 1 } });
const dayIn = (days: number) => new Date(server.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

test('people', async () => {
  await checkChange('recordSignIn', { who: 'viewer', body: { idToken: await server.idTokenOf('viewer') } });
  const ask = { who: NEWCOMER, body: { role: 'Underwriter', reason: 'New here' } };
  await checkChange('askForAccess', ask);
  const newcomer = await good<UserProfile>('GET', `/api/users/${NEWCOMER.id}`);
  const params = { userId: NEWCOMER.id };
  await checkChange('declineAccess', { params, ifMatch: newcomer.revision, body: { reason: 'No' } });
  await checkChange('askForAccess', ask);
  await checkChange('withdrawAccessRequest', { who: NEWCOMER });
  await checkChange('createMyCalendar', { who: NEWCOMER });
  await checkChange('revokeMyCalendar', { who: NEWCOMER });
  const choice = { at_once: false, digest: false, time_zone: 'Europe/London' };
  await checkChange('changeMyMail', { who: NEWCOMER, body: choice });

  const named = { given_name: 'Pat', family_name: 'Low', email: 'pat@example.test', permissions: [] };
  const added = await checkChange<{ user: UserProfile }>('addUser', { body: named });
  const user = { userId: added.user.id };
  const of = async () => ({
    params: user,
    ifMatch: (await good<UserProfile>('GET', `/api/users/${encodeURIComponent(user.userId)}`)).revision,
  });
  await checkChange('setUserPermissions', { ...(await of()), body: { permissions: ['dials:view'] } });
  await checkChange('inviteUser', await of());
  await checkChange('confirmUser', { ...(await of()), who: COLLEAGUE });
  await checkChange('deactivateUser', await of());
  await checkChange('reactivateUser', await of());
  const { hash } = await good<{ hash: string }>('GET', '/api/access');
  await checkChange('confirmAccess', { body: { hash } });
});

test('dials', async () => {
  const who = 'underwriter';
  const created = await checkChange<Dial>('createDial', { who, body: { name: 'A dial' } });
  const params = { dialId: created.id };
  const body = { ...created.data, description: 'Saved' };
  const saved = await checkChange<Dial>('saveDraft', { who, params, ifMatch: created.revision, body });
  await checkChange('publishDraft', { who, params, ifMatch: saved.revision });
  const started = await checkChange<Dial>('startVersion', { who, params });
  await checkChange('discardDraft', { who, params, ifMatch: started.revision });
  const copy = await checkChange<Dial>('duplicateDial', { who, params });
  await checkChange('deleteDial', { params: { dialId: copy.id }, ifMatch: copy.revision });
  const rows = [{ data: { name: 'Row' } }];
  const { fingerprint } = await checkChange<{ fingerprint: string }>('previewImport', { who, body: { rows } });
  await checkChange('importDials', { who, body: { rows, fingerprint } });
});

test('drafts of one bucket and of several', async () => {
  const who = 'underwriter';
  const at = bucket();
  const save = async (place: number) =>
    checkChange<Bucket>('saveBucketDraft', { who, ...(await inBucket(at)), body: { entries: entries(place) } });
  await save(0);
  await checkChange('resetBucketDraft', { who, ...(await inBucket(at)) });

  const several = async () => ({
    buckets: await Promise.all(
      [at, other].map(async (one) => ({
        ...one,
        revision: await revisionOf(one),
        edits: [{ kind: 'add', dial_id: tester.dials[0]?.id, version: 1, place: { at: 'end' } }],
      })),
    ),
  });
  const other = bucket();
  const { draft_set } = await checkChange<{ draft_set: string }>('saveDrafts', { who, body: await several() });
  await checkChange('undoDraftSet', { who, params: { setId: draft_set } });
  await checkChange('saveDrafts', { who, body: await several() });
  const { buckets } = await several();
  await checkChange('discardDrafts', {
    who,
    body: { buckets: buckets.map(({ partner, cob, revision }) => ({ partner, cob, revision })) },
  });

  await checkChange('addExample', { who, params: { ...at }, body: example('First') });
  const read = async () =>
    (await good<{ items: Example[] }>('GET', `/api/buckets/${at.partner}/${at.cob}/examples`)).items[0];
  const of = async () => ({
    who,
    params: { ...at, exampleId: (await read())?.id ?? '' },
    ifMatch: (await read())?.revision,
  });
  await checkChange('changeExample', { ...(await of()), body: example('Changed') });
  await checkChange('deleteExample', await of());
  await checkChange('importExamples', {
    who,
    params: { ...at },
    body: { add: [example('One')], change: [], delete: [] },
  });
});

test('reviews, days and stops', async () => {
  const who = 'underwriter';
  const at = bucket();
  await checkChange('saveBucketDraft', { who, ...(await inBucket(at)), body: { entries: entries(0) } });
  const submit = async (live_on: string | null) =>
    checkChange('submitForReview', { who, ...(await inBucket(at)), body: { description: 'Why', live_on } });
  await submit(null);
  await checkChange('addComment', { who: ONE, body: { text: 'Why?', buckets: [at] } });
  const comment = (await server.database.db.selectFrom('review_comment').select('id').executeTakeFirstOrThrow()).id;
  await checkChange('resolveComment', {
    who: ONE,
    params: { commentId: comment },
    body: { resolved: true, buckets: [at] },
  });
  await checkChange('cancelReviews', { who, ...(await inBucket(at)) });
  await submit(dayIn(30));
  const { round }: Review = await review(at);
  for (const voter of [ONE, TWO])
    await checkChange('castVote', { who: voter, body: { choice: 'approve', buckets: [{ ...at, hash: round?.hash }] } });
  const days = { who, body: { reason: 'So', day: dayIn(40) } };
  await checkChange('putOffGoLive', { ...days, ...(await inBucket(at)) });
  await checkChange('bringForwardGoLive', { ...days, ...(await inBucket(at)), body: { reason: 'So', day: dayIn(20) } });
  await checkChange('cancelReviews', { who, ...(await inBucket(at)) });
  await checkChange('callOffGoLive', { who, ...(await inBucket(at)), body: { reason: 'So' } });
  await checkChange('stopBuckets', { who, body: { scope: { kind: 'buckets', buckets: [at] }, reason: 'Wrong rates' } });
});

test('appetites and authority', async () => {
  const at = bucket();
  await checkChange('setAppetites', { body: { changes: [{ ...at, was: 1, appetite: 2 }] } });
  const { items } = await callsBy(ONE, server).good<{ items: WaitingProposal[] }>('GET', '/api/appetite-proposals');
  const proposalId = items[0]?.id ?? '';
  await checkChange('decideAppetiteProposal', {
    who: ONE,
    params: { proposalId },
    body: { decision: 'confirm', buckets: [at] },
  });

  const rule = ruleOf([REVIEWERS[0]], { partners: [at.partner], classes: [at.cob] });
  const proposed = await checkChange<AuthorityProposal>('proposeAuthority', {
    body: { change: { kind: 'add_rule', rule } },
  });
  await checkChange('decideAuthority', {
    who: COLLEAGUE,
    params: { proposalId: proposed.id },
    body: { decision: 'confirm' },
  });
  type Records = { items: { cob: string; revision: string }[] };
  const records = await good<Records>('GET', '/api/class-records');
  const [record] = records.items;
  const body = { owner: 'demo|underwriter', next_review: dayIn(30) };
  await checkChange('changeClassRecord', { params: { cob: record?.cob ?? '' }, ifMatch: record?.revision, body });
});

test('administration', async () => {
  await checkChange('addPartner', { body: { number: 9999, name: 'Nine' } });
  await checkChange('renamePartner', { params: { partner: 9999 }, ifMatch: '1', body: { name: 'Nines' } });
  await checkChange('addClass', { body: { cob: 'cargo', appetites: [{ partner: 9999, appetite: 1, was: null }] } });
  const option = { params: { list: 'brokers', code: 'zz' } };
  await checkChange('addOption', { params: { list: 'brokers' }, body: { code: 'zz', label: 'Zed' } });
  const optionOf = async () =>
    (await good<{ options: { code: string; revision: string }[] }>('GET', '/api/admin/lists/brokers')).options.find(
      ({ code }) => code === 'zz',
    )?.revision;
  await checkChange('changeOption', { ...option, ifMatch: await optionOf(), body: { label: 'Zeds', retired: false } });
  await checkChange('deleteOption', { ...option, ifMatch: await optionOf() });
  const { flags } = await good<{ flags: { key: string; revision: string }[] }>('GET', '/api/admin/flags');
  const [flag] = flags;
  const state = { state: 'by-email', emails: ['pat@example.test'] };
  await checkChange('changeFlag', { params: { key: flag?.key ?? '' }, ifMatch: flag?.revision, body: state });
  const engine = { name: 'London 1', channel: 'production', expires_on: dayIn(30) };
  const added = await checkChange<NewEngineToken>('addEngine', { body: engine });
  const params = { engineId: added.engine.id };
  await checkChange('replaceEngineToken', { params, body: { expires_on: dayIn(60) } });
  await checkChange('revokeEngineToken', { params });
  await checkChange('dismissSetup');
});

test('portfolios and limits', async () => {
  const [at] = await tester.addBuckets(1, ['cargo']);
  if (at === undefined) throw new Error('There is no bucket.');
  await tester.submitted(at, entries(0));
  async function load(name: string): Promise<void> {
    const file = Buffer.from('reference,class of business,inception\nR1,Cargo,2025-02-01');
    const body = { name: 'risks.csv', bytes: file.length };
    const { id } = await checkChange<PortfolioLoad>('startPortfolioLoad', { body });
    const params = { loadId: id };
    await checkChange<PortfolioLoad>('sendPortfolioPart', { params, query: { at: 0 }, body: file }, settled);
    await checkChange<PortfolioLoad>('changePortfolioLoad', { params, body: {} }, settled);
    const kept = { name, rows: 'leave_out', period: null };
    await checkChange<PortfolioLoad>('keepPortfolioLoad', { params, body: kept }, settled);
    await checkChange('cancelPortfolioLoad', { params });
  }
  const of = async (name: string) => {
    const { items } = await good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios');
    const found = items.find((one) => one.name === name);
    return { params: { portfolioId: found?.id ?? '' }, ifMatch: found?.revision };
  };
  await load('First');
  await checkChange('measureReviewAgain', { who: ONE, params: { ...at } });
  await load('Second');
  await checkChange('setUsedPortfolio', await of('Second'));
  await checkChange('renamePortfolio', { ...(await of('Second')), body: { name: 'Third' } });
  await load('Fourth');
  await checkChange('deletePortfolio', await of('Fourth'));
  const { revision } = await good<{ revision: string }>('GET', '/api/admin/limits');
  await checkChange('importLimits', { ifMatch: revision, body: { file: 'limits.csv', limits: [] } });
});

test('every route that leaves a record was called', () => {
  const recording = Object.entries<Trace>(TRACES).filter(([, trace]) => !isSilent(trace));
  expect(recording.map(([name]) => name).filter((name) => !called.has(name as Changing))).toEqual([]);
});
