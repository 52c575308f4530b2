import { Problem } from '#contract/problem.ts';
import type { DialRow, TabCounts } from '#contract/dial.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { DialsPage } from '#web/dial/DialsPage.tsx';
import { fakeApi, type PageOptions, renderPage } from '#web/testing/page.tsx';

type ListQuery = Parameters<Api['listDials']>[0]['query'];
type ListAnswer = Awaited<ReturnType<Api['listDials']>>;

export const dialId = (n: number): string => `0197f2a4-5c1e-7d3b-9a6f-${String(n).padStart(12, '0')}`;

export const dialRow = (n: number, more: Partial<DialRow> = {}): DialRow => ({
  id: dialId(n),
  name: `Dial ${String(n).padStart(4, '0')}`,
  tags: ['Cyber', 'SME'],
  status: 'ready',
  version: 1,
  draft_version: null,
  active_from: '2026-11-01',
  active_until: null,
  bucket_count: 0,
  in_live_bucket: false,
  for_every_class: false,
  editable: true,
  dimensions: {},
  journeys: [],
  values: {},
  ...more,
});

export const COUNTS: TabCounts = { all: 148, active: 86, draft: 14, expired: 22, ready: 9, upcoming: 17 };

export const answer = (
  items: readonly DialRow[],
  counts: TabCounts = COUNTS,
  next: string | null = null,
  words: readonly string[] = [],
): ListAnswer => ({
  items,
  next,
  counts,
  words,
});

export type ListCall = Readonly<{ query: ListQuery; signal: AbortSignal | undefined }>;

/** A fake list server that records its queries. */
export function listApi(
  reply: (query: ListQuery, call: number) => ListAnswer | Promise<ListAnswer>,
  more: Partial<Api> = {},
) {
  const calls: ListCall[] = [];
  const api = fakeApi({
    getReferenceData: () => Promise.resolve(Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as never),
    listDials: async ({ query }, options) => {
      calls.push({ query, signal: options?.signal });
      return reply(query, calls.length);
    },
    ...more,
  });
  return { api, calls };
}

export const broken = (): never => {
  throw new Problem('unexpected', 'Something went wrong on our side.', { reference: '7f3a-19c2' });
};

export const EDITOR = ['dials:view', 'dials:create', 'dials:edit'];

/** The page in a window of the usual size. */
export async function openList(
  api: Api,
  address = '/dials',
  permissions: readonly string[] = EDITOR,
  settings: PageOptions['settings'] = {},
) {
  const framed = (
    <div style={{ height: 860 }}>
      <DialsPage />
    </div>
  );
  return renderPage(framed, { api, route: '/dials', address, permissions, settings });
}
