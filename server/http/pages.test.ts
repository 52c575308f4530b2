import { beforeAll, expect, test } from 'vitest';
import type { NewEngineToken } from '#contract/engine.ts';
import { type ApiContract, contract } from '#contract/contract.ts';
import { type Page, PAGE_LIMIT } from '#contract/page.ts';
import type { Route } from '#contract/route.ts';
import { useTestApp } from '#server/testing/app.ts';
import { authorityTester, ruleOf } from '#server/testing/authorities.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

/* Everything happens at one moment, so that no list can tell its rows apart by their time. */
const MOMENT = new Date('2026-11-18T09:00:00.000Z');
const server = useTestApp({ now: () => MOMENT });
const tester = useReviews(server);
const { bucket, entries, good, get, save, submitted, cancel, vote, urlOf } = tester;
const { propose, decide } = authorityTester(tester);
const ADMINISTRATOR = 'demo|administrator';
const TIMES = 3;

const NAMES = Object.entries<Route>(contract).flatMap(([name, { method, query }]) =>
  method === 'GET' && query !== undefined && 'cursor' in query.shape ? [name as keyof ApiContract] : [],
);
/** The address of each list, with its query if it needs one. */
let lists: { [K in keyof ApiContract]?: string };

beforeAll(async () => {
  const [reviewed, live, saved, appetite] = [bucket(), bucket(), bucket(), bucket()];
  for (let time = 0; time < TIMES; time += 1) {
    await submitted(bucket(), entries(0));
    await submitted(reviewed, entries(time));
    await cancel(UNDERWRITER, reviewed, (await get(reviewed)).revision);
    const hash = await submitted(live, entries(time));
    for (const who of REVIEWERS.slice(0, 2)) await vote(who, live, hash, 'approve');
    await save(UNDERWRITER, saved, (await get(saved)).revision, entries(time));
    const change = { ...appetite, was: 1 - time / 10, appetite: 0.9 - time / 10 };
    await good(ADMINISTRATOR, 'PUT', '/api/admin/appetites', { body: { changes: [change] } });
    const proposed = await propose({ kind: 'add_rule', rule: ruleOf([REVIEWERS[time] ?? '']) });
    await decide(proposed.json<{ id: string }>().id, 'withdraw', ADMINISTRATOR);
  }
  const engine = { name: 'London 1', channel: 'production', expires_on: '2026-12-31' };
  const added = await good<NewEngineToken>(ADMINISTRATOR, 'POST', '/api/engines', { body: engine });
  lists = {
    listAppetiteHistory: `/api/admin/appetites/${appetite.partner}/${appetite.cob}/history`,
    listAudit: '/api/audit',
    listAuthorityHistory: '/api/authority/history',
    listBuckets: '/api/buckets',
    listDialBuckets: `/api/dials/${entries(0)[0]?.dial_id}/buckets`,
    listBucketSaves: `${urlOf(saved)}/saves?since=${new Date(0).toISOString()}`,
    listBucketVersions: `${urlOf(live)}/versions`,
    listDials: '/api/dials',
    listEngineReleases: `/api/engines/${added.engine.id}/releases`,
    listNotifications: '/api/notifications',
    listReviews: '/api/reviews',
    listRounds: `${urlOf(reviewed)}/rounds`,
    listUserActivity: `/api/users/${encodeURIComponent(UNDERWRITER)}/activity`,
    listUsers: '/api/users',
    pickDials: '/api/bucket-dials',
  };
});

test('every list that has pages is covered', () => {
  expect(Object.keys(lists).toSorted()).toEqual(NAMES.toSorted());
});

test.each(NAMES)('%s has each row on one page, also of rows of one moment', async (name) => {
  const address = new URL(lists[name] ?? '', 'http://localhost');
  const read = async (limit: number, cursor: string | null): Promise<Page<unknown>> => {
    address.searchParams.set('limit', String(limit));
    if (cursor !== null) address.searchParams.set('cursor', cursor);
    const who = name === 'listReviews' || name === 'listNotifications' ? REVIEWERS[0] : ADMINISTRATOR;
    return good<Page<unknown>>(who, 'GET', `${address.pathname}${address.search}`);
  };
  const { items, next } = await read(PAGE_LIMIT.most, null);
  expect([items.length >= TIMES, next]).toEqual([true, null]);
  const walked: unknown[] = [];
  for (let cursor: string | null = null, isLast = false; !isLast;) {
    const page: Page<unknown> = await read(1, cursor);
    walked.push(...page.items);
    cursor = page.next;
    isLast = cursor === null || walked.length > items.length;
  }
  expect(walked).toEqual(items);
});
