import type { Api } from '#web/base/api/nouns.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { makePending } from '#web/review/testing.ts';
import { HomePage } from './HomePage.tsx';

const ALL = ['dials:view', 'dials:create', 'bucket:view', 'review:view', 'review:create'];
export const COMING = {
  today: '2026-11-15',
  more: false,
  items: [
    { id: 'd1', name: 'PI US lawyers', kind: 'ends', day: '2026-11-23', bucket_count: 6 },
    { id: 'd2', name: 'Specie vault accumulations', kind: 'starts', day: '2026-12-01', bucket_count: 0 },
  ],
} as const;

export const ACCESS = {
  text: null,
  people: [],
  takes_requests: false,
  is_granted: false,
  by_mail: false,
  request: null,
};
export const NO_WORK = { drafts: [], buckets: [], dials: [], classes: [], more: { drafts: 0, buckets: 0, dials: 0 } };

/** Home, with one pending review and two dials that start or end. */
export function showHome(answers: Partial<Api> = {}, permissions: readonly string[] = ALL) {
  const api = fakeApi({
    listReviews: async () => ({ items: [makePending()], next: null, total: 1, waiting: null, appetites: [] }),
    listComingDials: async () => COMING,
    listGoLives: async () => ({ today: COMING.today, items: [] }),
    getMyWork: async () => NO_WORK,
    listStops: async () => ({ items: [], total: 0 }),
    watchBuckets: async () => new ReadableStream<Uint8Array<ArrayBuffer>>(),
    ...answers,
  });
  return renderPage(<HomePage />, { api, route: '/', address: '/', permissions });
}
