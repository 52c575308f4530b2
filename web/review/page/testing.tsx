import type { ReviewSet } from '#contract/review.ts';
import { measuresEach } from '#web/impact/measure/testing.ts';
import { ADDRESS, NOTHING_REFERRED } from '#web/bucket/testing.tsx';
import { makeNote } from '#web/bucket/view/testing.tsx';
import { fakeReviewServer, makeSet, SET_ID } from '#web/review/testing.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { ReviewSetPage } from '#web/review/ReviewSetPage.tsx';

const ALLOWED = ['dials:view', 'bucket:view', 'review:view', 'review:create'];

export async function show(set: ReviewSet | null = makeSet()) {
  const { server, routes } = fakeReviewServer(undefined, set);
  const live = { send: (_event: object) => undefined as void };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (control) => {
      live.send = (event) => control.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    },
  });
  const broken = { id: 'e1', name: 'US hospital group' };
  const api = fakeApi({
    ...routes,
    noteDrafts: async () => ({ items: [makeNote({ partner: 9102, cob: ADDRESS.cob, broken: [broken], examples: 3 })] }),
    measureEdits: measuresEach(() => 100),
    getReferenceData: async () => NOTHING_REFERRED,
    watchBuckets: async () => stream,
  });
  const place = { api, route: '/review-sets/:setId', address: `/review-sets/${SET_ID}`, permissions: ALLOWED };
  return { server, live, ...(await renderPage(<ReviewSetPage />, place)) };
}
