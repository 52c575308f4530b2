import { expect, test } from 'vitest';
import type { Engine, EngineRelease, FeedRelease, ReleaseChanges } from '#contract/engine.ts';
import {
  changeAddress,
  describeCases,
  describeChange,
  describeErrors,
  describeExpiry,
  describeMoves,
  describeOutcome,
  describePartners,
  describeRuns,
  describeSeconds,
  describeSpan,
  nameChange,
  summariseEngines,
  versionsOf,
} from './engineText.ts';

/** Noon in any time zone: the moments below are of the same day. */
const NOW = new Date(2026, 10, 18, 12);
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString();
const engine: Engine = {
  id: 'e1',
  name: 'London 1',
  channel: 'production',
  partners: null,
  created_at: '2026-02-02T10:00:00.000Z',
  created_by: { id: 'u1', name: 'Demo Administrator' },
  token: { tail: '7f3a', state: 'valid', expires_at: '2027-02-02T00:00:00.000Z', old_ends_at: null },
  state: 'current',
  last_seen_at: ago(6),
  sequence: 412,
  applied_at: ago(800),
  applied_after_seconds: 4.2,
  behind: 0,
  behind_since: null,
  source: 'server',
  client: '2.8.1',
  conformance: { passed: 283, cases: 283, failed: [] },
  error: null,
  dropped: 0,
};
const bucket = (cob: string, number = 9164): ReleaseChanges['buckets'][number] => ({
  partner: { number, name: 'Greywater' },
  cob,
  action: 'activated',
  became: '8',
});
const makeChanges = (...buckets: ReleaseChanges['buckets']): ReleaseChanges => ({ total: buckets.length, buckets });

test.each([
  [0.02, '0.1 s'],
  [0.44, '0.4 s'],
  [0.97, '1 s'],
  [48, '48 s'],
  [99.9, '100 s'],
  [100, '2 min'],
  [81 * 60, '81 min'],
  [31 * 3600, '31 h'],
  [5.9 * 86_400, '5 days'],
])('%d seconds are written %s', (seconds, text) => expect(describeSeconds(seconds)).toBe(text));

test('a change names its bucket, its class or how many buckets, and leads there', () => {
  const name = (change: ReleaseChanges, sequence = 412) => nameChange({ sequence, changed: change });
  const one = makeChanges(bucket('hull'));
  expect([name(one), versionsOf(one), changeAddress(one)]).toEqual([
    'Hull, 9164 Greywater',
    ['v7', 'v8'],
    '/syndicate/9164/bucket/hull',
  ]);
  const several = makeChanges(bucket('hull'), bucket('hull', 9101));
  expect([name(several), versionsOf(several), describeChange(several), changeAddress(several)]).toEqual([
    'Hull, 2 buckets',
    undefined,
    undefined,
    '/classes/hull',
  ]);
  expect(name(makeChanges(bucket('hull'), bucket('cargo')))).toBe('2 buckets');
  // Not all are named, so the others may be of another class.
  expect(name({ ...several, total: 120 })).toBe('120 buckets');
  expect(name(makeChanges(), 1)).toBe('The first one');
  expect([name(makeChanges()), changeAddress(makeChanges())]).toEqual(['An update of Lineslip', undefined]);
});

test.each([
  ['activated', '1', 'v1'],
  ['scheduled', '2027-01-01', 'live on 1 Jan 2027'],
  ['unscheduled', null, 'no longer scheduled'],
  ['appetite', '0.8', 'appetite 0.80'],
  ['stopped', null, 'stopped'],
  ['restarted', '9', 'restarted'],
  ['added', '1', 'added'],
  ['review', null, 'review'],
] as const)('%s is told in words', (action, became, words) => {
  const change = makeChanges({ ...bucket('hull'), action, became });
  expect([describeChange(change), versionsOf(change)]).toEqual([words, undefined]);
});

test('what an engine runs, by state', () => {
  const runs = (more: Partial<Engine>) => describeRuns({ ...engine, ...more }, NOW).runs;
  const since = (more: Partial<Engine>) => describeRuns({ ...engine, ...more }, NOW).since;
  expect(runs({})).toBe('Sequence 412, current');
  expect(since({})).toMatch(/^applied \d\d:\d\d, after 4 s$/);
  expect(since({ applied_after_seconds: null })).toMatch(/^applied \d\d:\d\d$/);
  expect(since({ state: 'behind', sequence: 409, behind: 1204, behind_since: ago(60) })).toMatch(
    /^1,204 behind since \d\d:\d\d$/,
  );
  expect(since({ state: 'unreported', sequence: 411, behind: 1 })).toBe('not reported yet');
  expect(runs({ state: 'behind', sequence: null })).toBe('No sequence yet');
  const lost = { state: 'unreachable', last_seen_at: ago(4860) } as const;
  expect(since(lost)).toMatch(/^kept its last copy since \d\d:\d\d, cannot reach us$/);
  const expired = { ...engine.token, state: 'expired' } as const;
  expect(since({ ...lost, token: expired })).toMatch(/, token expired$/);
  expect(since({ ...lost, sequence: null })).toBe('cannot reach us');
  expect(describeErrors({ ...engine, ...lost }, NOW)).toEqual([
    expect.stringMatching(/^Connection lost at \d\d:\d\d, nothing heard since\.$/),
  ]);
  expect(describeErrors({ ...engine, ...lost, token: expired }, NOW)).toEqual([]);
  const error = { sequence: null, message: 'The disk is full.', at: ago(60) };
  expect(describeErrors({ ...engine, error }, NOW)).toEqual([
    expect.stringMatching(/^Failed at \d\d:\d\d\. The disk is full\.$/),
  ]);
});

test('a token works to the end of its last day', () => {
  const expiry = (state: Engine['token']['state'], expires_at: string) =>
    describeExpiry({ ...engine.token, state, expires_at }, new Date('2026-11-18T12:00:00.000Z'));
  expect(expiry('valid', '2027-02-02T00:00:00.000Z')).toBe('expires 1 Feb 2027');
  expect(expiry('expiring', '2026-12-10T00:00:00.000Z')).toBe('expires in 21 days');
  expect(expiry('expiring', '2026-11-20T00:00:00.000Z')).toBe('expires in 1 day');
  expect(expiry('expiring', '2026-11-19T00:00:00.000Z')).toBe('expires today');
  expect(expiry('expired', '2026-11-02T00:00:00.000Z')).toBe('expired 1 Nov 2026');
});

test('fewer cases than the server asks for are a failure, even if all that ran passed', () => {
  expect(describeCases(engine, 283)).toEqual({ words: '283 of 283 cases', passes: true });
  expect(describeCases(engine, 290)).toEqual({ words: '283 of 290 cases', passes: false });
  expect(describeCases({ ...engine, conformance: null }, 283)).toBeUndefined();
});

test('a release is open while an engine from before it runs an older one', () => {
  const release = (more: Partial<FeedRelease> = {}): FeedRelease => ({
    sequence: 412,
    issued_at: ago(840),
    changed: makeChanges(),
    all_after_seconds: null,
    ...more,
  });
  const old = { ...engine, sequence: 409 };
  expect(describeSpan(release(), [engine, old], NOW)).toBe('open for 14 min');
  expect(describeSpan(release(), [{ ...old, created_at: ago(60) }], NOW)).toBe('not measured');
  expect(describeSpan(release({ all_after_seconds: 8 }), [old], NOW)).toBe('8 s');
});

test('a group is summed up, and partners are shortened', () => {
  const behind: Engine = { ...engine, state: 'behind', behind: 3 };
  const silent: Engine = { ...engine, state: 'unreachable' };
  const unseen: Engine = { ...engine, state: 'never-seen' };
  expect(summariseEngines([engine])).toBe('1 engine, current');
  expect(summariseEngines([engine, engine])).toBe('2 engines, both current');
  expect(summariseEngines([engine, engine, engine])).toBe('3 engines, all current');
  const unreported: Engine = { ...engine, state: 'unreported', behind: 1 };
  expect(summariseEngines([engine, behind, unreported, silent, unseen])).toBe(
    '5 engines, 1 behind, 1 out of reach, 1 not reported yet, 1 not seen yet',
  );
  const revoked: Engine = { ...behind, token: { ...engine.token, state: 'revoked' } };
  expect(summariseEngines([engine, revoked])).toBe('2 engines, 1 without a valid token');
  const partners = [9101, 9112, 9120].map((number) => ({ number, name: 'Alder' }));
  expect([null, partners.slice(0, 1), partners].map(describePartners)).toEqual([
    'All partners',
    '9101 Alder',
    '9101 Alder and 2 more',
  ]);
});

test('what an engine made of a release', () => {
  const release: EngineRelease = {
    sequence: 411,
    issued_at: ago(1),
    changed: makeChanges(),
    outcome: 'waits',
    after_seconds: null,
    message: '',
  };
  const refusing = { ...engine, sequence: 409, error: { sequence: 410, message: '', at: ago(1) } };
  expect(describeOutcome(release, refusing)).toBe('waits for 410');
  expect(describeOutcome(release, { ...engine, sequence: 409 })).toBe('not applied yet');
  expect(describeOutcome({ ...release, sequence: 410, outcome: 'refused' }, refusing)).toBe('refused, keeps 409');
  expect(describeOutcome({ ...release, outcome: 'refused' }, engine)).toBe('refused');
  expect(describeOutcome({ ...release, outcome: 'skipped' }, engine)).toBe('skipped for a newer one');
  expect(describeOutcome({ ...release, outcome: 'applied', after_seconds: 8 }, engine)).toBe('applied after 8 s');
});

test('only falling behind and catching up are announced', () => {
  const move = (was: Engine['state'], is: Engine['state']) =>
    describeMoves([{ ...engine, state: was }], [{ ...engine, state: is }]);
  expect(move('current', 'current')).toBe('');
  expect(move('behind', 'behind')).toBe('');
  expect(move('current', 'behind')).toBe('London 1 fell behind.');
  expect(move('behind', 'current')).toBe('London 1 caught up.');
  expect(move('current', 'unreachable')).toBe('London 1 cannot reach Lineslip.');
  expect(move('unreachable', 'behind')).toBe('');
  expect(move('current', 'unreported')).toBe('');
  expect(move('unreported', 'current')).toBe('');
  expect(move('unreported', 'behind')).toBe('London 1 fell behind.');
  expect(describeMoves([], [engine])).toBe('');
});
