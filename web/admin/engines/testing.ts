import { page } from 'vitest/browser';
import type { Engine, EngineRelease, FeedRelease, ReleaseChanges } from '#contract/engine.ts';
import { Problem } from '#contract/problem.ts';
import { fakeAdmin, openAdmin, OTHER } from '#web/admin/testing.tsx';
import { addDays, utcToday } from '#web/kit/format.ts';
import type { Engines } from '#web/admin/query.ts';
import type { Api } from '#web/testing/page.tsx';

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
/** The end of the day that many days ahead. */
const daysAhead = (days: number): string => `${addDays(utcToday(), days + 1)}T00:00:00.000Z`;

export const CASES = 283;
export const TOKEN = `lsf_${'Zk4w9TqLr2b'.repeat(4).slice(0, 39)}d2e9`;

export const makeChange = (
  action: ReleaseChanges['buckets'][number]['action'],
  became: string | null = null,
): ReleaseChanges => ({
  total: 1,
  buckets: [{ partner: { number: 9164, name: 'Greywater' }, cob: 'hull', action, became }],
});

export const makeRelease = (sequence: number, more: Partial<FeedRelease> = {}): FeedRelease => ({
  sequence,
  issued_at: secondsAgo(840 + (412 - sequence) * 1000),
  changed: makeChange('activated', '8'),
  all_after_seconds: 8,
  ...more,
});

type Valid = Engine['token'];
export const makeToken = (more: Partial<Valid> = {}): Valid => ({
  tail: '7f3a',
  state: 'valid',
  expires_at: daysAhead(76),
  old_ends_at: null,
  ...more,
});
export const EXPIRING = makeToken({ state: 'expiring', expires_at: daysAhead(21) });

/** A current one of production. */
export const makeEngine = (number: number, name: string, more: Partial<Engine> = {}): Engine => ({
  id: uuid(number),
  name,
  channel: 'production',
  partners: null,
  created_at: '2026-02-02T10:00:00.000Z',
  created_by: OTHER,
  token: makeToken(),
  state: 'current',
  last_seen_at: secondsAgo(6),
  sequence: 412,
  applied_at: secondsAgo(836),
  applied_after_seconds: 4,
  behind: 0,
  behind_since: null,
  source: 'server',
  client: '2.8.1',
  conformance: { passed: CASES, cases: CASES, failed: [] },
  error: null,
  dropped: 0,
  ...more,
});

/** It refused 410. */
export const makeBehind = (more: Partial<Engine> = {}): Engine =>
  makeEngine(3, 'Renewals overnight', {
    state: 'behind',
    sequence: 409,
    applied_after_seconds: 8,
    behind: 3,
    behind_since: secondsAgo(3540),
    client: '2.7.4',
    conformance: {
      passed: 281,
      cases: CASES,
      failed: [
        { name: 'BI waiting period, open end', expected: 'max line 1000000', got: 'no values' },
        { name: 'BI waiting period, missing value', expected: 'max line 600000', got: 'no values' },
      ],
    },
    error: {
      sequence: 410,
      message: '9133 cyber-privacy-and-tech: it does not know the dimension BI waiting period.',
      at: secondsAgo(3540),
    },
    ...more,
  });

export const makeUnreachable = (more: Partial<Engine> = {}): Engine =>
  makeEngine(4, 'Chicago', {
    state: 'unreachable',
    partners: [
      { number: 9101, name: 'Alder' },
      { number: 9112, name: 'Beacon' },
      { number: 9120, name: 'Cormorant' },
    ],
    last_seen_at: secondsAgo(81 * 60),
    sequence: 409,
    behind: 3,
    behind_since: secondsAgo(3540),
    ...more,
  });

export const makeNeverSeen = (): Engine =>
  makeEngine(7, 'Tokyo', {
    state: 'never-seen',
    last_seen_at: null,
    sequence: null,
    applied_at: null,
    applied_after_seconds: null,
    behind: 0,
    source: null,
    client: null,
    conformance: null,
  });

/** As in the picture: two current, one that refuses, one that is unreachable, two candidates. */
export const makeEngines = (): readonly Engine[] => [
  makeEngine(1, 'London 1'),
  makeEngine(2, 'London 2', { applied_after_seconds: 5 }),
  makeBehind(),
  makeUnreachable(),
  makeEngine(5, 'London next', { channel: 'candidate', client: '2.9.0-rc.2' }),
  makeEngine(6, 'Broker portal test', { channel: 'candidate', partners: [{ number: 9101, name: 'Alder' }] }),
];

export function makeListed(engines: readonly Engine[] = makeEngines(), more: Partial<Engines> = {}): Engines {
  const isOpen = (sequence: number) =>
    engines.some((one) => one.channel === 'production' && one.sequence !== null && one.sequence < sequence);
  const releases = Array.from({ length: 24 }, (_, index) =>
    makeRelease(
      412 - index,
      isOpen(412 - index) ? { all_after_seconds: null } : { all_after_seconds: 8 + (index % 3) },
    ),
  );
  return {
    current: releases[0] ?? null,
    candidate_sequence: 412,
    engines: [...engines],
    releases,
    now: secondsAgo(0),
    usual_seconds: 8,
    cases: CASES,
    ...more,
  };
}

const OUTCOMES: Readonly<Record<number, Partial<EngineRelease>>> = {
  412: { outcome: 'waits', after_seconds: null },
  411: { outcome: 'waits', after_seconds: null, changed: makeChange('stopped') },
  410: { outcome: 'refused', after_seconds: null, message: 'Unknown dimension.' },
  408: {
    changed: {
      total: 12,
      buckets: Array.from({ length: 12 }, (_, index) => ({
        partner: { number: 9101 + index, name: 'Alder' },
        cob: 'hull',
        action: 'activated' as const,
        became: '3',
      })),
    },
  },
};

const makeEngineRelease = (sequence: number): EngineRelease => ({
  sequence,
  issued_at: makeRelease(sequence).issued_at,
  changed: makeChange('activated', '8'),
  outcome: 'applied',
  after_seconds: 8,
  message: '',
  ...OUTCOMES[sequence],
});

/** A fake server with engines, which tests change behind the page's back: `state.listed`. */
export function fakeEngines(listed: Engines = makeListed(), answers: Partial<Api> = {}) {
  const state = { listed };
  const find = (id: string): Engine => {
    const engine = state.listed.engines.find((one) => one.id === id);
    if (engine === undefined) throw new Problem('not-found', 'No such engine.');
    return engine;
  };
  const put = (engine: Engine): Engine => {
    const others = state.listed.engines.filter(({ id }) => id !== engine.id);
    state.listed = { ...state.listed, engines: [...others, engine] };
    return engine;
  };
  const fake = fakeAdmin(undefined, {
    listEngines: async () => state.listed,
    listEngineReleases: async ({ query }) => {
      const { cursor, limit = 50 } = query ?? {};
      const from = cursor === undefined ? 412 : Number(cursor);
      const sequences = Array.from({ length: Math.min(Number(limit), from - 146) }, (_, index) => from - index);
      const next = from - sequences.length;
      return { items: sequences.map(makeEngineRelease), next: next > 146 ? String(next) : null, total: 266 };
    },
    addEngine: async ({ body }) => {
      fake.record('addEngine', body);
      const engine = { ...makeNeverSeen(), id: uuid(8), name: body.name, token: makeToken({ tail: 'd2e9' }) };
      return { engine: put({ ...engine, channel: body.channel }), token: TOKEN };
    },
    replaceEngineToken: async ({ params, body }) => {
      fake.record('replaceEngineToken', body);
      const old_ends_at = new Date(Date.now() + 3_600_000).toISOString();
      const engine = put({ ...find(params.engineId), token: makeToken({ tail: 'd2e9', old_ends_at }) });
      return { engine, token: TOKEN };
    },
    revokeEngineToken: async ({ params }) => {
      fake.record('revokeEngineToken', params);
      const engine = find(params.engineId);
      return put({ ...engine, token: { ...engine.token, state: 'revoked' } });
    },
    ...answers,
  });
  return { ...fake, state };
}

export const VIEW = ['admin:view', 'bucket:view'];
/** In the URL: the panel of Renewals overnight. */
export const OPENED = `&engine=${uuid(3)}`;

export async function openEngines(
  { api }: Readonly<{ api: Api }> = fakeEngines(),
  search = '',
  permissions: readonly string[] = [...VIEW, 'admin:edit'],
) {
  await page.viewport(1440, 900);
  return openAdmin({ api, address: `/admin?tab=engines${search}`, permissions });
}

export const findRow = (name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
export const findPanel = (name: string) => page.getByRole('complementary', { name });
export const textOf = (element: Element): string => element.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
