import type { AppetiteProposal, WaitingProposal } from '#contract/appetite.ts';
import { REVIEWER, SUBMITTED_AT } from '#web/review/testing.ts';

export const PROPOSAL_ID = '0197f2a4-5c1e-7d3b-9a6f-0000000000aa';

/** Raised appetites of another person, which the signed-in person may confirm. */
export const makeProposal = (more: Partial<WaitingProposal> = {}): WaitingProposal => ({
  id: PROPOSAL_ID,
  by: { id: 'u2', name: 'Demo Cyber Lead' },
  at: '2026-11-15T09:00:00.000Z',
  reason: 'Renewal season',
  refusal: null,
  is_own: false,
  buckets: 3,
  cob: 'cargo',
  partner: null,
  ...more,
});

/** The same as one page shows it: one of three buckets was confirmed. */
export const makeWholeProposal = (more: Partial<AppetiteProposal> = {}): AppetiteProposal => ({
  ...makeProposal(),
  buckets: ['Alder', 'Beacon', 'Cormorant'].map((name, index) => ({
    partner: { number: 9101 + index, name },
    cob: 'cargo',
    was: 1.2,
    becomes: 1.5,
    closed: index === 2 ? { outcome: 'confirmed' as const, by: REVIEWER, at: SUBMITTED_AT } : null,
  })),
  ...more,
});
