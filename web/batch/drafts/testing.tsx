import type { BucketRow } from '#contract/bucket.ts';
import { measuresEach } from '#web/impact/measure/testing.ts';
import { PartnersPage } from '#web/bucket/matrix/PartnersPage.tsx';
import { ME } from '#web/bucket/testing.tsx';
import { fakeSelectPages, makeNote, makeRow } from '#web/bucket/view/testing.tsx';
import { addDays, utcToday } from '#web/kit/format.ts';
import { type Api, renderPage } from '#web/testing/page.tsx';

export const SET = {
  id: 's1',
  title: 'Changes in 2 buckets',
  saved_at: '2026-11-16T11:36:00.000Z',
  source: { partner: 9101, cob: 'cargo' },
  dial_id: null,
  can_undo: true,
};
export const draft = (set: typeof SET | null): BucketRow['draft'] => ({
  changes: { added: 0, removed: 0, updated: 0, overridden: 1, reordered: 0 },
  started_at: '2026-11-16T11:36:00.000Z',
  saved_at: '2026-11-16T11:36:00.000Z',
  saved_by: ME,
  set,
  review: null,
});
export const rowsWith = (set: typeof SET): BucketRow[] => [
  makeRow(9112, 'cargo', { status: 'draft', draft: draft(set) }),
  makeRow(9120, 'cargo', { status: 'draft', draft: draft(set) }),
  makeRow(9101, 'flood', { status: 'draft', draft: draft(null) }),
];
export const move = { value: 'policy_share_cap', before: 5, after: 4, overridden: true, own: null } as const;
export const BROKEN = { id: '00000000-0000-4000-8000-000000000001', name: 'US hospital group' };
export const unusual = [{ key: 'max_line', kind: 'above_class', count: 2 }] as const;
export const gap = {
  dial_id: 'd1',
  name: 'Ransomware',
  kind: 'starts',
  day: '2026-12-01',
  values: ['max_line'],
} as const;
export const noteDrafts: Api['noteDrafts'] = async () => ({
  items: [
    makeNote({ partner: 9112, cob: 'cargo', move, gaps: [gap] }),
    makeNote({ partner: 9120, cob: 'cargo', move, broken: [BROKEN], examples: 4, unusual, gaps: [gap], unresolved: 1 }),
    makeNote({ partner: 9101, cob: 'flood', unusual }),
  ],
});
export const measureEdits: Api['measureEdits'] = async (input, options) => {
  const measured = await measuresEach((partner) => (partner === 9120 ? 100 : 50))(input, options);
  if (measured.state !== 'measured') return measured;
  const gaps = [{ ...gap, values: [{ value: 'max_line' as const, risks: 47 }] }];
  return { ...measured, buckets: measured.buckets.map((bucket) => ({ ...bucket, gaps })) };
};

export const [FIRST, SECOND] = [addDays(utcToday(), 10), addDays(utcToday(), 20)] as const;
export const EDITOR = ['bucket:view', 'bucket:edit', 'review:view'];

/** As after saving the set in Across partners. */
export const openDrafts = (
  answers: Partial<Api> = {},
  set = SET,
  permissions = EDITOR,
  rows = rowsWith(set),
  state: object = {},
) =>
  renderPage(<PartnersPage />, {
    api: fakeSelectPages({ noteDrafts, measureEdits, ...answers }, rows).api,
    route: '/syndicate',
    address: { pathname: '/syndicate', search: '?tab=draft', state: { draftSet: 's1', ...state } },
    permissions,
  });
