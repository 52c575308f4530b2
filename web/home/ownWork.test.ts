import { expect, test } from 'vitest';
import type { OwnDraft } from '#contract/work.ts';
import { listMore, listWork } from './ownWork.ts';

const NOW = Date.parse('2026-11-15T10:58:00Z');
const person = (name: string) => ({ id: name, name });
const draft = (more: Partial<OwnDraft>): OwnDraft => ({
  partner: { number: 9101, name: 'Alder' },
  cob: 'cargo',
  state: 'draft',
  since: '2026-11-12T10:58:00Z',
  changes: { added: 1, removed: 0, updated: 2, overridden: 0, reordered: 0 },
  rejected: null,
  votes: null,
  approved_for: null,
  set: null,
  ...more,
});
const votes = (names: readonly string[], others = 0) => ({
  approvals: 1,
  required: 2,
  missing: names.map(person),
  others,
});
const describeDraft = (more: Partial<OwnDraft>) =>
  listWork({ drafts: [draft(more)], buckets: [], dials: [], classes: [] }, NOW)[0]?.says;

test('a row names its subject, the feedback and its age, and links to it', () => {
  const set = { id: 's1', title: 'Cyber, v6', buckets: 9 };
  const rows = listWork(
    {
      drafts: [
        draft({ rejected: [{ by: person('Ann'), comment: 'No.' }] }),
        draft({
          state: 'pending_review',
          set,
          votes: { approvals: 7, required: 18, missing: [person('Bo')], others: 0 },
        }),
        draft({ state: 'pending_review' }),
        draft({}),
      ],
      buckets: [{ partner: { number: 9112, name: 'Beacon' }, cob: 'hull', newer: 3, ending: 1 }],
      dials: [{ id: 'd1', name: 'Cyber', version: 2, since: '2026-11-15T08:58:00Z' }],
      classes: [{ cob: 'flood', owner: person('Ann'), next_review: '2026-10-01' }],
    },
    NOW,
  );
  expect(rows.map(({ kind, title, of, says, age, to }) => [kind, title, of, says, age, to])).toEqual([
    ['draft_rejected', 'Cargo', '9101 Alder', 'Rejected by Ann: “No.”', '3 days', '/syndicate/9101/bucket/cargo/draft'],
    ['pending_review', 'Cyber, v6', '9 buckets', '7 of 18 approvals, waiting for Bo', '3 days', '/review-sets/s1'],
    ['pending_review', 'Cargo', '9101 Alder', 'In review', '3 days', '/syndicate/9101/bucket/cargo/draft'],
    ['draft', 'Cargo', '9101 Alder', 'Draft with 3 changes', '3 days', '/syndicate/9101/bucket/cargo/draft'],
    ['class', 'Flood', 'owner Ann', 'The review of this class was due 1 Oct 2026', '', '/classes/flood'],
    [
      'newer',
      'Hull',
      '9112 Beacon',
      '3 newer versions waiting, 1 dial ends within 30 days',
      '',
      '/syndicate/9112/bucket/hull',
    ],
    ['dial', 'Cyber', 'v2', 'Draft of a dial', '2 hours', '/dial/d1'],
  ]);
});

test.each([
  [votes(['Ann']), '1 of 2 approvals, waiting for Ann'],
  [votes(['Ann', 'Bo']), '1 of 2 approvals, waiting for Ann or Bo'],
  [votes(['Ann', 'Bo', 'Cy'], 2), '1 of 2 approvals, waiting for Ann, Bo, Cy or 2 others'],
  [votes([]), '1 of 2 approvals, and nobody is left who may vote'],
])('in review the row names whose vote is pending: %o', (given, expected) => {
  expect(describeDraft({ state: 'pending_review', votes: given })).toBe(expected);
});

test('every rejection shows its reason', () => {
  const rejected = [
    { by: person('Ann'), comment: 'Too wide.' },
    { by: person('Bo'), comment: 'Still too wide.' },
  ];
  expect(describeDraft({ rejected })).toBe('Rejected by Ann: “Too wide.” By Bo: “Still too wide.”');
});

test('unlisted work is counted, with a link to its page', () => {
  expect(listMore({ drafts: 70, buckets: 0, dials: 1 })).toMatchObject([
    { to: '/syndicate?tab=draft', says: '70 more drafts' },
    { to: '/dials?tab=draft', says: '1 more draft of a dial' },
  ]);
});

test('a draft that is approved for a day names it', () => {
  expect(describeDraft({ state: 'pending_review', approved_for: '2027-01-01', votes: votes([]) })).toBe(
    'Approved, live on 1 Jan 2027',
  );
});
