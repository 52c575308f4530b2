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
  const { cells } = await callApi<{ cells: Cell[] }>(page, '/api/bucket-matrix');
  const found = cells.filter(({ dials, status }) => dials === 0 && status === 'active')[nth];
  if (found === undefined) throw new Error('There is no bucket without dials.');
  return `/syndicate/${found.partner}/bucket/${found.cob}`;
}
