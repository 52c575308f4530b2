import { describe, expect, test } from 'vitest';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { CONFORMANCE_PACK } from '#domain/evaluation/conformance/pack.ts';
import { bucketEvent, makeEvent } from '#domain/event/event.ts';
import { EVENT_WORDS } from '#domain/event/words.ts';
import { changesOf } from './change.ts';
import { runPack, writePack } from './conformance.ts';
import { createCounters, isPlausibleHour } from './counters.ts';
import { expiryOf, refuseExpiry } from './token.ts';
import { readDocument, writeDocument } from './document.ts';
import { channelsAfter } from './effect.ts';
import { engineState, tokenState, usualSeconds } from './engine.ts';
import { readRelease, type Release, type ReleaseBucket } from './release.ts';
import { createRules } from './rules.ts';

const hash = (letter: string) => letter.repeat(64);
const BUCKET: ReleaseBucket = {
  partner: 9101,
  cob: 'cargo',
  version: 12,
  appetite: 0.9,
  stopped: false,
  approved: hash('1'),
  document: hash('a'),
};
const RELEASE: Release = {
  format: 1,
  channel: 'production',
  sequence: 412,
  previous: hash('2'),
  issued_at: '2026-12-01T09:12:44.120Z',
  alarm_after_seconds: 3600,
  meaning: { conformance: hash('3'), dimensions: hash('4') },
  buckets: [BUCKET],
};
const risk = (date: string, codes: readonly string[] = ['CY']) => ({
  date,
  journey: null,
  dimensions: { risk_codes: codes },
});
const entry = (id: string, data: object) => ({ dial_id: id, version: 1, overrides: {}, data });
const documentOf = (...dials: ReturnType<typeof entry>[]) =>
  writeDocument(dials, ({ dial_id }) => ({
    ...EMPTY_DIAL,
    name: dial_id,
    ...dials.find((one) => one.dial_id === dial_id)?.data,
  }));
const LINE_1 = documentOf(entry('one', { values: { max_line: 1 } }));
const LINE_2 = documentOf(entry('two', { values: { max_line: 2 } }));
const rulesOf = (bucket: Partial<ReleaseBucket>, documents: Record<string, string> = {}) =>
  createRules(
    { ...RELEASE, buckets: [{ ...BUCKET, ...bucket }] },
    (of) => ({ [hash('a')]: LINE_1, [hash('b')]: LINE_2, ...documents })[of] ?? '',
  );

describe('a release', () => {
  test('survives a round trip', () => {
    const full = {
      ...RELEASE,
      partners: [9101],
      buckets: [
        {
          ...BUCKET,
          before: { version: 11, document: hash('b') },
          next: { version: 13, document: hash('c'), from: '2027-01-01', approved: hash('d') },
        },
      ],
    };
    expect(readRelease(JSON.stringify(full), 'production')).toEqual(full);
  });

  test.each([
    ['another format', { format: 2 }, 'The release has format 2; this client reads format 1.'],
    ['another channel', { channel: 'candidate' }, 'The release is of the channel candidate, not production.'],
    ['no sequence', { sequence: '412' }, 'sequence must be a whole number.'],
    ['a bucket twice', { buckets: [BUCKET, BUCKET] }, 'The release has a bucket twice.'],
    ['no buckets', { buckets: null }, 'buckets must be a list.'],
    ['no hash', { buckets: [{ ...BUCKET, document: 'x' }] }, '9101 cargo: document must be a SHA-256.'],
    ['no appetite', { buckets: [{ ...BUCKET, appetite: null }] }, '9101 cargo: appetite must be a number.'],
    ['a stop that is neither', { buckets: [{ ...BUCKET, stopped: 0 }] }, '9101 cargo: stopped must be true or false.'],
  ])('with %s is refused', (_name, change, message) => {
    expect(() => readRelease(JSON.stringify({ ...RELEASE, ...change }), 'production')).toThrow(message);
  });

  test('that is cut off is refused', () => {
    expect(() => readRelease(JSON.stringify(RELEASE).slice(0, -2), 'production')).toThrow('The release is not JSON.');
  });
});

describe('a document', () => {
  test('is the same text for the same content', () => {
    const data = { values: { max_line: 1, lead_share_cap: 5 }, dimensions: { risk_codes: ['CY'] } };
    const other = { dimensions: { risk_codes: ['CY'] }, values: { lead_share_cap: 5, max_line: 1 } };
    expect(documentOf(entry('a', data))).toBe(documentOf(entry('a', other)));
    expect(readDocument(documentOf(entry('a', data))).entries).toMatchObject([{ dial_id: 'a', name: 'a', dial: data }]);
  });

  test.each([
    [
      'dimension',
      { dimensions: { bi_waiting_period: '[8,)' } },
      '“a”: it does not know the dimension bi_waiting_period.',
    ],
    ['value', { values: { min_premium: 5 } }, '“a”: it does not know the value min_premium.'],
    ['journey', { journeys: ['broking'] }, '“a”: it does not know the journey broking.'],
    ['option', { dimensions: { is_primary: 'quota' } }, '“a”: it cannot read "quota" as is_primary.'],
    [
      'option beside a known one',
      { dimensions: { company_listed_statuses: ['listed', 'floated'] } },
      '“a”: it cannot read ["listed","floated"] as company_listed_statuses.',
    ],
    ['interval', { dimensions: { revenue_ranges: '[5,1]' } }, '“a”: it cannot read "[5,1]" as revenue_ranges.'],
    ['day', { active_from: 'soon' }, '“a”: "soon" is not a day.'],
  ])('with an unknown %s is refused, because leaving it out would approve more risks', (_name, data, message) => {
    expect(() => readDocument(documentOf(entry('a', data)))).toThrow(message);
  });

  test('that cannot be read names its bucket', () => {
    const broken = documentOf(entry('a', { dimensions: { new_one: 1 } }));
    expect(() => rulesOf({}, { [hash('a')]: broken })).toThrow(
      '9101 cargo: “a”: it does not know the dimension new_one.',
    );
  });
});

describe('the rules of a release', () => {
  test('switch to the next version by the day of the risk', () => {
    const next = { version: 13, document: hash('b'), from: '2027-01-01', approved: hash('d') };
    const { decide } = rulesOf({ next });
    expect(decide(BUCKET, risk('2026-12-31'))).toMatchObject({ version: 12, reason: 'evaluated' });
    expect(decide(BUCKET, risk('2026-12-31')).evaluation.values.max_line?.winner.value).toBe(1);
    expect(decide(BUCKET, risk('2027-01-01'))).toMatchObject({ version: 13 });
    expect(decide(BUCKET, risk('2027-01-01')).evaluation.values.max_line?.winner.value).toBe(2);
  });

  test('give nothing for a stopped or unknown bucket, and say why', () => {
    expect(rulesOf({ stopped: true }).decide(BUCKET, risk('2026-12-01'))).toMatchObject({
      reason: 'stopped',
      evaluation: { values: {} },
    });
    expect(rulesOf({}).decide({ partner: 1, cob: 'cargo' }, risk('2026-12-01')).reason).toBe('no-bucket');
  });

  test('compare with the version before while the release names it', () => {
    const before = { version: 11, document: hash('b') };
    expect(rulesOf({ before }).decide(BUCKET, risk('2026-12-01')).differs).toBe(true);
    expect(rulesOf({ before: { version: 11, document: hash('a') } }).decide(BUCKET, risk('2026-12-01')).differs).toBe(
      false,
    );
    expect(rulesOf({}).decide(BUCKET, risk('2026-12-01')).differs).toBeNull();
  });

  test('compare the live version with the one before, and never the next one', () => {
    const before = { version: 11, document: hash('b') };
    const next = { version: 13, document: hash('a'), from: '2027-01-01', approved: hash('d') };
    const { decide } = rulesOf({ before, next });
    expect(decide(BUCKET, risk('2026-12-31'))).toMatchObject({ version: 12, differs: true });
    expect(decide(BUCKET, risk('2027-01-01'))).toMatchObject({ version: 13, differs: null });
  });
});

test('counters count per hour, version and dial: took part, won, beaten by, nothing set', () => {
  const text = documentOf(
    entry('narrow', { dimensions: { risk_codes: ['CY'] }, values: { max_line: 1 } }),
    entry('wide', { dimensions: { risk_codes: ['CY', 'TO'] }, values: { max_line: 2, lead_share_cap: 5 } }),
  );
  const { decide } = rulesOf({}, { [hash('a')]: text });
  const counters = createCounters();
  for (const codes of [['CY'], ['CY'], ['TO'], ['XX']])
    counters.add(BUCKET, decide(BUCKET, risk('2026-12-01', codes)), '2026-12-01T09');
  counters.add(BUCKET, rulesOf({ stopped: true }).decide(BUCKET, risk('2026-12-01')), '2026-12-01T10');
  counters.add({ partner: 1, cob: 'x' }, decide({ partner: 1, cob: 'x' }, risk('2026-12-01')), '2026-12-01T10');
  expect(counters.count()).toBe(5);
  expect(counters.take()).toEqual([
    {
      partner: 9101,
      cob: 'cargo',
      version: 12,
      document: 'a'.repeat(64),
      hour: '2026-12-01T09',
      decisions: 4,
      nothing_set: 1,
      no_max_line: 1,
      stopped: 0,
      compared: 0,
      differs: 0,
      dials: [
        { dial_id: 'narrow', version: 1, took_part: 2, decided: 2, won: { max_line: 2 }, beaten_by: null },
        {
          dial_id: 'wide',
          version: 1,
          took_part: 3,
          decided: 3,
          won: { max_line: 1, lead_share_cap: 3 },
          beaten_by: { dial_id: 'narrow', times: 2 },
        },
      ],
    },
    expect.objectContaining({ hour: '2026-12-01T10', decisions: 1, stopped: 1, nothing_set: 0, dials: [] }),
  ]);
  expect([counters.count(), counters.take()]).toEqual([0, []]);
});

describe('the conformance pack', () => {
  const cases = Object.values(CONFORMANCE_PACK).flat();

  test('passes here, as the document that engines read', () => {
    expect(runPack(writePack())).toEqual({ cases: cases.length, passed: cases.length, failed: [] });
  });

  test('names the cases that fail', () => {
    const [first] = cases;
    const wrong = { ...first, name: 'Wrong', expect: { dials: [], values: {} } };
    const { cases: count, passed, failed } = runPack(JSON.stringify([wrong, first]));
    expect([count, passed, failed.map(({ name }) => name)]).toEqual([2, 1, ['Wrong']]);
    expect(failed[0]?.expected).toBe('no values');
  });
});

describe('the effect of events on channels', () => {
  test('a go-live changes both, a submission the candidate, a comment none', () => {
    expect(channelsAfter(['bucket_activated', 'bucket_voted'])).toEqual(['production', 'candidate']);
    expect(channelsAfter(['bucket_submitted'])).toEqual(['candidate']);
    expect(channelsAfter(['bucket_commented', 'dial_saved'])).toEqual([]);
    expect(channelsAfter(Object.keys(EVENT_WORDS) as never)).toEqual(['production', 'candidate']);
  });

  test('names each bucket once, the activation before the restart that came with it', () => {
    const at = { partner: 9101, cob: 'cargo' };
    const events = [
      bucketEvent('bucket_activated', at, { number: 8, content_hash: '' }),
      bucketEvent('bucket_restarted', at, { number: 8, stop: '' }),
      bucketEvent('bucket_appetite_changed', { ...at, cob: 'hull' }, { was: 1, became: 0.8 }),
      makeEvent('signed_in', 'x', {} as never),
    ];
    expect(changesOf(events)).toEqual({
      total: 2,
      buckets: [
        { ...at, action: 'activated', became: '8' },
        { ...at, cob: 'hull', action: 'appetite', became: '0.8' },
      ],
    });
  });
});

test('an engine is current, not reported yet, behind, unreachable or never seen; its token valid, expiring, expired or revoked', () => {
  const now = new Date('2026-12-01T09:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const state = (last_seen_at: Date | null, sequence: number | null, missing_since: Date | null) =>
    engineState({ last_seen_at, sequence, missing_since }, 5, now);
  expect(state(null, null, ago(60))).toBe('never-seen');
  expect(state(ago(10), 5, null)).toBe('current');
  expect(state(ago(10), 4, ago(9))).toBe('unreported');
  expect(state(ago(10), 4, ago(11))).toBe('behind');
  expect(state(ago(10), null, ago(11))).toBe('behind');
  expect(state(ago(181), 4, ago(9))).toBe('unreachable');
  const inDays = (days: number) => ago(-days * 86_400);
  expect(tokenState({ expires_at: inDays(31), revoked_at: null }, now)).toBe('valid');
  expect(tokenState({ expires_at: inDays(30), revoked_at: null }, now)).toBe('expiring');
  expect(tokenState({ expires_at: now, revoked_at: null }, now)).toBe('expired');
  expect(tokenState({ expires_at: inDays(31), revoked_at: now }, now)).toBe('revoked');
  expect([usualSeconds([]), usualSeconds([null, 8, 2, 100])]).toEqual([null, 8]);
});

test('a token lasts from today to a year', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  expect(expiryOf('2026-11-18')).toBe(Date.parse('2026-11-19T00:00:00Z'));
  expect(['2026-11-17', '2026-11-18', '2027-11-18', '2027-11-19'].map((day) => refuseExpiry(day, now))).toEqual([
    'Choose today or a later day.',
    null,
    null,
    'A token lasts a year at most. Choose an earlier day.',
  ]);
});

test('an hour counts for 90 days, and up to an hour ahead', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  const hours = ['2026-11-18T12', '2026-11-18T13', '2026-08-20T13', '2026-08-20T12'];
  expect(hours.map((hour) => isPlausibleHour(Date.parse(`${hour}:00:00Z`), now))).toEqual([true, false, true, false]);
});
