import { bucketEvent } from './event.ts';
import type { RoundFacts } from './projection.ts';

export const CARGO = { partner: 9101, cob: 'cargo' };
export const ann = { id: 'ann', name: 'Ann' };
export const origin = { by: ann, at: '2026-11-15T10:58:00.000Z' };
export const round: RoundFacts = {
  set: null,
  partner: { number: 9101, name: 'Alder' },
  cob: 'cargo',
  number: 2,
  description: 'Wider',
  submitted_at: '2026-11-14T09:00:00.000Z',
  submitted_by: { id: 'sue', name: 'Sue' },
  outcome: null,
  content_hash: 'a1',
  live_on: null,
  restart: null,
  authors: ['sue', 'ann'],
  voters: [ann, { id: 'rex', name: 'Rex' }],
  electorate: ['rex', 'ann', 'vic'],
  participants: ['ann', 'kim', 'rex', 'sue'],
};
export const voted = bucketEvent('bucket_voted', CARGO, {
  round: 2,
  choice: 'approve',
  comment: '',
  content_hash: 'a1',
});
export const submitted = bucketEvent('bucket_submitted', CARGO, {
  description: 'Wider',
  content_hash: 'a1',
  changes: { added: 1, removed: 0, updated: 0, overridden: 0, reordered: 0 },
});
export const rexsVote = { round: 2, person: 'rex', choice: 'approve', content_hash: 'a1' } as const;
export const discounted = bucketEvent('bucket_vote_discounted', CARGO, { ...rexsVote, because: 'deactivated' });
export const activated = bucketEvent('bucket_activated', CARGO, { number: 3, content_hash: 'a1' });
export const saved = bucketEvent('bucket_draft_saved', CARGO, {
  changes: { added: [], removed: [], updated: [], overridden: [], reordered: [] },
});

export const stopOf = (partner: number) =>
  bucketEvent('bucket_stopped', { partner, cob: 'cargo' }, { stop: 's1', reason: 'Wrong', scope: 'class', buckets: 2 });
