import type { BucketUse, Dial, DialVersionSummary } from '#contract/dial.ts';
import type { VersionImpact } from '#contract/impact.ts';
import type { DialPractice } from '#contract/practice.ts';
import type { ReferenceData } from '#contract/reference.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { DialDetailsPage } from '#web/dial/DialDetailsPage.tsx';
import { type Api, fakeApi, renderPage } from '#web/testing/page.tsx';

export const DIAL_ID = '0190f3a2-5f7e-7c3a-9d0e-3b2a1c4d5e6f';

const option = (code: string, label: string) => ({ code, label, group: null, retired: false });

export const REFERENCE: ReferenceData = {
  ...(Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as unknown as ReferenceData),
  risk_codes: [option('CY', 'Data and privacy breach'), option('CZ', 'With property damage')],
  countries: [option('US', 'United States'), option('CA', 'Canada')],
};

export function versionSummary(version: number, more: Partial<DialVersionSummary> = {}): DialVersionSummary {
  const person = { id: 'u1', name: 'Demo Underwriter' };
  const at = '2025-07-03T09:00:00.000Z';
  return {
    version,
    state: 'published',
    status: 'ready',
    reason: `Reason ${version}`,
    created_at: at,
    created_by: person,
    saved_at: at,
    saved_by: person,
    ...more,
  };
}

/** The standard fixture: version 6 published, version 7 a draft. */
export const DIAL: Dial = {
  ...versionSummary(6, { status: 'active' }),
  id: DIAL_ID,
  revision: 'r12',
  versions: [
    versionSummary(7, { state: 'draft', status: 'draft', reason: 'Attach from $5m, add Canada' }),
    versionSummary(6, { status: 'active', reason: 'Extend to $50m, max line 3.5m' }),
    ...[5, 4, 3, 2, 1].map((version) => versionSummary(version, { status: 'superseded' })),
  ],
  data: {
    name: 'Cyber excess, $10m to $50m',
    description: 'Large excess layers.',
    tags: ['Cyber', 'Excess & surplus'],
    authors: ['Demo Cyber Lead', 'Demo Underwriter'],
    journeys: ['new_business', 'renewal'],
    reason: 'Extend to $50m, max line 3.5m',
    dimensions: {
      risk_codes: ['CY', 'CZ'],
      is_primary: 'excess',
      attachment_point_ranges: '[10000000,50000000)',
      domicile_countries: ['US'],
    },
    values: { lead_share_cap: 35, max_line: 3_500_000, min_line: 350_000 },
    active_from: '2025-11-01',
    active_until: null,
    dial_id: DIAL_ID,
  },
  bucket_count: 7,
  use: { live: [{ version: 6, buckets: 6 }], drafts: [{ version: 6, buckets: 1 }] },
  abilities: { edit: true, publish: true, discard: true, duplicate: true, delete: false },
};

export function bucketUse(number: number, more: Partial<BucketUse> = {}): BucketUse {
  return {
    cob: 'cyber-privacy-and-tech',
    partner: { number, name: 'Alder' },
    position: 7,
    version: 6,
    overrides: {},
    status: 'active',
    ...more,
  };
}

const MEASURED = {
  partner: 9101,
  cob: 'cyber-privacy-and-tech',
  version: 5,
  all: { risks: 57_333, premium: null },
  changed: { risks: 1204, premium: null },
  values: [],
  gaps: [],
};

/** The effect of version 6 in the one bucket with version 5. */
export const IMPACT = {
  state: 'measured',
  portfolio: {
    id: 'p1',
    name: 'Risks of 2025',
    loaded_at: '2026-01-01T00:00:00.000Z',
    hash: 'abcd',
    risks: 200_000,
    rows: null,
    period: null,
  },
  day: '2026-11-17',
  buckets: [MEASURED],
  more: false,
} as const satisfies VersionImpact;

/** Live in two buckets; 30 of its 40 decisions in the first. */
export const PRACTICE: DialPractice = {
  reporting: {
    engines: 1,
    reporting: 1,
    since: '2026-09-19T08:00:00.000Z',
    until: new Date().toISOString(),
    dropped: 0,
  },
  from: '2026-10-19',
  until: '2026-11-17',
  counted_from: '2026-10-19',
  days: [{ day: '2026-11-16', decided: 40 }],
  buckets: [
    { partner: 9101, name: 'Alder', decided: 30 },
    { partner: 9112, name: 'Beacon', decided: 10 },
  ].map(({ partner, name, decided }) => ({
    partner: { number: partner, name },
    cob: 'cyber-privacy-and-tech',
    version: 5,
    is_live: true,
    decided,
    versions: [{ version: 5, decided }],
    decisions: 1000,
  })),
  decided: 40,
  decisions: 2000,
  in_versions: [5],
  left_off: 0,
};

type Shown = Readonly<{ search?: string; permissions?: readonly string[]; hasDecisions?: boolean }>;

/** The page of a dial in no bucket, over a fake server. */
export const showDial = (
  answers: Partial<Api> = {},
  { search = '', permissions = ['dials:view'], hasDecisions = false }: Shown = {},
) =>
  renderPage(<DialDetailsPage />, {
    api: fakeApi({
      getDial: () => Promise.resolve(DIAL),
      getReferenceData: () => Promise.resolve(REFERENCE),
      listDialBuckets: () => Promise.resolve({ items: [], next: null }),
      ...answers,
    }),
    route: '/dials/:dialId',
    address: `/dials/${DIAL_ID}${search}`,
    permissions,
    settings: { hasDecisions },
  });
