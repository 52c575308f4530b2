import type { Page } from '@playwright/test';

type Call = Readonly<{ method?: string; body?: unknown; ifMatch?: string }>;

/** Calls the API as the person signed in on the page, with their own token. */
export async function callApi<T>(page: Page, url: string, call: Call = {}): Promise<T> {
  return page.evaluate(
    async ({ url: to, call: { method = 'GET', body, ifMatch } }) => {
      const tokens = Object.values(localStorage).flatMap((text: string) => {
        try {
          return (JSON.parse(text) as { body?: { access_token?: string } }).body?.access_token ?? [];
        } catch {
          return [];
        }
      });
      const response = await fetch(to, {
        method,
        headers: {
          authorization: `Bearer ${tokens[0]}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${method} ${to} answered ${JSON.stringify(answer)}`);
      return answer;
    },
    { url, call },
  ) as Promise<T>;
}

type DialResponse = Readonly<{ id: string; version: number; revision: string; data: Record<string, unknown> }>;

/** A new published dial, so that each journey starts from a known state. */
export async function publishDial(
  page: Page,
  data: Readonly<{ name: string } & Record<string, unknown>>,
): Promise<DialResponse> {
  const draft = await callApi<DialResponse>(page, '/api/dials', { method: 'POST', body: data });
  return publish(page, draft);
}

/** The next version of a published dial. */
export async function publishNext(page: Page, id: string, change: Record<string, unknown>): Promise<DialResponse> {
  const { data, revision } = await callApi<DialResponse>(page, `/api/dials/${id}`);
  const body = { ...data, reason: 'A journey', ...change };
  return publish(
    page,
    await callApi<DialResponse>(page, `/api/dials/${id}/draft`, { method: 'PUT', body, ifMatch: revision }),
  );
}

const publish = (page: Page, { id, revision }: DialResponse) =>
  callApi<DialResponse>(page, `/api/dials/${id}/draft/publish`, { method: 'POST', ifMatch: revision });

type Cell = Readonly<{ cob: string; partner: number; dials: number; status: string; appetite: number }>;

/** The address of a live bucket without any dial; `nth` gives each journey its own. */
export async function emptyBucket(page: Page, nth: number): Promise<string> {
  const [found] = await emptyBuckets(page, nth, 1);
  return pageOf(found as Address);
}

export const pageOf = ({ partner, cob }: Address) => `/syndicate/${partner}/bucket/${cob}`;

/** Several of them, from the nth on. */
export async function emptyBuckets(page: Page, nth: number, count: number): Promise<Address[]> {
  const { cells } = await callApi<{ cells: Cell[] }>(page, '/api/bucket-matrix');
  const found = cells.filter(({ dials, status }) => dials === 0 && status === 'active').slice(nth, nth + count);
  if (found.length < count) throw new Error('There are not enough buckets without dials.');
  return found.map(({ partner, cob }) => ({ partner, cob }));
}

export type Address = Readonly<{ partner: number; cob: string }>;
export type Bucket = Readonly<{ revision: string; status: string; live: Readonly<{ number: number }> }>;
export const urlOf = ({ partner, cob }: Address) => `/api/buckets/${partner}/${cob}`;

/** Changes the drafts of several buckets, and submits them together if there is a description. Returns their set. */
export async function changeTogether(
  page: Page,
  at: readonly Address[],
  edit: (index: number) => object,
  description: string | null,
): Promise<string> {
  const buckets = [];
  for (const [index, address] of at.entries()) {
    const { revision } = await callApi<Bucket>(page, urlOf(address));
    buckets.push({ ...address, revision, edits: [edit(index)] });
  }
  const body = { buckets, submit: description === null ? null : { description } };
  return (await callApi<{ set: string }>(page, '/api/bucket-drafts', { method: 'PUT', body })).set;
}
