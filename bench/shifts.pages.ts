import type { Page } from 'playwright';
import { callApi, publishDial } from '../e2e/api.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import type { PAGE_MODULES } from '../web/app/pageModules.ts';

export type Who = (typeof PEOPLE)[number];
export type Opened = Readonly<{ name: string; address: string; who: Who }>;

export const PEOPLE = ['underwriter', 'reviewer.one', 'administrator', 'newcomer'] as const;
export const nameOf = (who: Who): string => DEMO_PEOPLE.find(({ id }) => id === `demo|${who}`)?.name ?? who;

type Cell = Readonly<{ partner: number; cob: string; dials: number; status: string }>;
const SET_BUCKETS = 6;
const LIVE = { partner: 9101, cob: 'cyber-privacy-and-tech' };
const STOPPED = { partner: 9101, cob: 'cargo' };
const APPETITE = { partner: 9101, cob: 'hull' };

/** What the demo has not: a set in review, a stopped bucket and a raised appetite. Returns every page of the product. */
export async function preparePages(people: Readonly<Record<Who, Page>>): Promise<Opened[]> {
  const { underwriter, administrator } = people;
  const dial = await publishDial(underwriter, { name: 'A dial of a set', values: { max_line: 700_000 } });
  const { cells } = await callApi<{ cells: Cell[] }>(underwriter, '/api/bucket-matrix');
  const free = cells.filter(({ dials, status }) => dials === 0 && status === 'active').slice(0, SET_BUCKETS);
  const buckets = [];
  for (const { partner, cob } of free) {
    const { revision } = await callApi<{ revision: string }>(underwriter, `/api/buckets/${partner}/${cob}`);
    const edits = [{ kind: 'add', dial_id: dial.id, version: 1, overrides: {}, place: { at: 'end' } }];
    buckets.push({ partner, cob, revision, edits });
  }
  const submit = { description: 'One change in several buckets.' };
  const { set } = await callApi<{ set: string }>(underwriter, '/api/bucket-drafts', {
    method: 'PUT',
    body: { buckets, submit },
  });
  const stop = { scope: { kind: 'buckets', buckets: [STOPPED] }, reason: 'Losses in the last quarter.' };
  const { total } = await callApi<{ total: number }>(underwriter, '/api/bucket-stops');
  if (total === 0) await callApi(underwriter, '/api/bucket-stops', { method: 'POST', body: stop });
  const { cells: appetites } = await callApi<{ cells: (typeof APPETITE & { appetite: number })[] }>(
    administrator,
    '/api/admin/appetites',
  );
  const was = appetites.find(({ partner, cob }) => partner === APPETITE.partner && cob === APPETITE.cob)?.appetite ?? 0;
  const raise = { changes: [{ ...APPETITE, appetite: was + 0.5, was }], reason: 'A renewal.' };
  await callApi(administrator, '/api/admin/appetites', { method: 'PUT', body: raise });
  const { items: proposals } = await callApi<{ items: { id: string }[] }>(administrator, '/api/appetite-proposals');
  const { items: reviews } = await callApi<{ items: { partner: { number: number }; cob: string; set: unknown }[] }>(
    underwriter,
    '/api/reviews',
  );
  const single = reviews.find((review) => review.set === null);
  const { entries } = (
    await callApi<{ live: { entries: { dial_id: string }[] } }>(underwriter, `/api/buckets/${LIVE.partner}/${LIVE.cob}`)
  ).live;
  return listPages({
    dialId: entries[0]?.dial_id ?? '',
    draftDial: dial.id,
    set,
    proposal: proposals[0]?.id ?? '',
    pending: `/syndicate/${single?.partner.number}/bucket/${single?.cob}/draft`,
  });
}

type Found = Readonly<Record<'dialId' | 'draftDial' | 'set' | 'proposal' | 'pending', string>>;

function listPages({ dialId, set, proposal, pending }: Found): Opened[] {
  const bucketOf = ({ partner, cob }: typeof LIVE) => `/syndicate/${partner}/bucket/${cob}`;
  const month = new Date().toISOString().slice(0, 7);
  const addresses = {
    '/': '/',
    '/admin': '/admin',
    '/api/docs': '/api/docs',
    '/appetite-proposals/:proposalId': `/appetite-proposals/${proposal}`,
    '/classes/:cob': `/classes/${LIVE.cob}`,
    '/dial': '/dial',
    '/dial/:dialId': `/dial/${dialId}`,
    '/dial/:dialId/dimensions': `/dial/${dialId}/dimensions`,
    '/dial/:dialId/values': `/dial/${dialId}/values`,
    '/dials': '/dials',
    '/dials/:dialId': `/dials/${dialId}`,
    '/reports/:cob/:month': `/reports/${LIVE.cob}/${month}`,
    '/review-sets/:setId': `/review-sets/${set}`,
    '/syndicate': '/syndicate',
    '/syndicate/:syndicateNumber/bucket': `/syndicate/${LIVE.partner}/bucket`,
    '/syndicate/:syndicateNumber/bucket/:cob': bucketOf(LIVE),
    '/syndicate/:syndicateNumber/bucket/:cob/draft': pending,
    '/syndicate/:syndicateNumber/bucket/:cob/edit': `${bucketOf(LIVE)}/edit`,
    '/syndicate/:syndicateNumber/bucket/:cob/import': `${bucketOf(LIVE)}/import`,
    '/dials/:dialId/buckets/:rollout': `/dials/${dialId}/buckets/remove`,
    '/users': '/users',
    '/users/:userId': '/users/demo|reviewer.one',
  } as const satisfies Readonly<Record<keyof typeof PAGE_MODULES, string>>;
  const others: readonly Opened[] = [
    { name: 'Home of a reviewer', address: '/', who: 'reviewer.one' },
    { name: 'Home of an underwriter', address: '/', who: 'underwriter' },
    { name: 'Home of a newcomer', address: '/', who: 'newcomer' },
    { name: 'a stopped bucket', address: bucketOf(STOPPED), who: 'underwriter' },
    { name: 'a review, by a reviewer', address: pending, who: 'reviewer.one' },
    { name: 'a set, by a reviewer', address: `/review-sets/${set}`, who: 'reviewer.one' },
  ];
  const pages = Object.entries(addresses).map(([name, address]) => ({ name, address, who: 'administrator' }) as const);
  return [...pages, ...others];
}
