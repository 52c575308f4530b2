import type { MonthlyReport } from '#contract/report.ts';
import { makeOutcomeView } from '#web/impact/outcome/testing.ts';

const ALDER = { number: 9101, name: 'Alder' };
const BIRCH = { number: 9102, name: 'Birch' };
const { expected, compared, differs, verdict, band } = makeOutcomeView().outcome;

export const makeReport = (change: Partial<MonthlyReport> = {}): MonthlyReport => ({
  from: '2026-11-01',
  until: '2026-11-18',
  reporting: makeOutcomeView().reporting,
  decisions: 21_998,
  buckets: 2,
  record: { owner: { id: 'u4', name: 'Demo Cyber Lead' }, next_review: '2026-10-01', is_overdue: true },
  changes: [
    {
      partner: ALDER,
      version: 12,
      live_at: '2026-11-14T09:00:00.000Z',
      description: 'Base appetite to 600,000',
      submitted_by: { id: 'u1', name: 'Demo Underwriter' },
      approved_by: [
        { id: 'u2', name: 'Demo Reviewer One' },
        { id: 'u3', name: 'Demo Reviewer Two' },
      ],
      expected,
      compared,
      differs,
      verdict,
      band,
    },
    {
      partner: BIRCH,
      version: 3,
      live_at: '2026-11-15T09:00:00.000Z',
      description: '',
      submitted_by: null,
      approved_by: [],
      expected: null,
      compared: 0,
      differs: 0,
      verdict: 'not-measured',
      band: null,
    },
  ],
  idle: [
    {
      dial_id: '00000000-0000-4000-8000-000000000007',
      name: 'Cyber property damage carve-out',
      version: 2,
      partner: ALDER,
      decisions: 21_998,
      took_part: 41,
      ended_on: null,
      beaten_by: 'Cyber excess of $50m',
    },
    {
      dial_id: '00000000-0000-4000-8000-000000000008',
      name: 'Cyber pilot',
      version: 1,
      partner: BIRCH,
      decisions: 700,
      took_part: 0,
      ended_on: '2026-10-31',
      beaten_by: null,
    },
  ],
  ends: [
    {
      dial_id: '00000000-0000-4000-8000-000000000009',
      name: 'Cyber ransomware terms',
      version: 4,
      day: '2026-12-31',
      partners: [ALDER, BIRCH],
    },
  ],
  left_off: { changes: 0, idle: 3, ends: 0 },
  ...change,
});
