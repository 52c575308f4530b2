import type { DialPlace } from '#contract/rollout.ts';
import { DIAL, DIAL_ID, REFERENCE } from '#web/dial/details/testing.tsx';
import { type Api, fakeApi, renderPage } from '#web/testing/page.tsx';
import { RolloutPage } from '#web/batch/RolloutPage.tsx';

export const placeOf = (number: number, name: string, more: Partial<DialPlace> = {}): DialPlace => ({
  cob: 'cyber-privacy-and-tech',
  partner: { number, name },
  appetite: 1,
  revision: '4',
  dials: 9,
  held: { position: 7, version: 5, overrides: {} },
  live_version: 5,
  draft: null,
  ...more,
});

const { dial_id: _, ...data } = DIAL.data;
/** The newest version's data. */
export const NEWEST = { version: 6, data };
const older = { ...data, values: { ...DIAL.data.values, max_line: 2_500_000 } };
const draft = {
  state: 'draft',
  saved_at: '2026-11-14T10:00:00.000Z',
  saved_by: { id: 'u2', name: 'Demo Cyber Lead' },
} as const;

/** Three buckets with an older version: a free one, one that overrides a changed value, one in someone's draft. */
export const PLACES = [
  placeOf(9112, 'Beacon'),
  placeOf(9158, 'Fulmar', { held: { position: 7, version: 5, overrides: { max_line: 3_000_000 } } }),
  placeOf(9101, 'Alder', { draft }),
];

const cyber = (number: number, name: string, more: Partial<DialPlace> = {}) =>
  placeOf(number, name, { held: null, live_version: null, ...more });
/** Two classes of three partners without the dial, except for one that has it and one in review. */
export const ADD_PLACES = [
  cyber(9112, 'Beacon'),
  cyber(9158, 'Fulmar', { draft: { ...draft, state: 'pending_review' } }),
  cyber(9101, 'Alder', { draft }),
  cyber(9112, 'Beacon', { cob: 'cargo', dials: 0 }),
  placeOf(9158, 'Fulmar', { cob: 'cargo' }),
];

export const matrixOf = (places: readonly DialPlace[]) => ({
  partners: [...new Map(places.map(({ partner }) => [partner.number, partner])).values()],
  cells: places.map(({ cob, partner, appetite, dials, draft: open }) => ({
    cob,
    partner: partner.number,
    appetite,
    dials,
    status: open?.state ?? ('active' as const),
    stopped: false,
  })),
});

export const showRollout = (answers: Partial<Api> = {}, rollout = 'update') =>
  renderPage(<RolloutPage />, {
    api: fakeApi({
      getReferenceData: async () => REFERENCE,
      listDialPlaces: async () => ({
        versions: [{ version: 5, data: older }, NEWEST],
        buckets: PLACES,
      }),
      measureEdits: async () => ({ state: 'no-portfolio' }),
      getBucketMatrix: async () => matrixOf(ADD_PLACES),
      ...answers,
    }),
    route: '/dials/:dialId/buckets/:rollout',
    address: `/dials/${DIAL_ID}/buckets/${rollout}`,
    permissions: ['dials:view', 'bucket:view', 'bucket:edit', 'review:view'],
  });
