import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketPractice, DialPractice } from '#contract/practice.ts';
import type { Dial, DialRow } from '#contract/dial.ts';
import { createTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { createFilledDatabase, createOwnDatabase } from '#server/testing/database.ts';
import { dialTester } from '#server/testing/dials.ts';
import { execute } from '#server/testing/execute.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

const [one, two] = REVIEWERS;
const AT = { partner: 10_000, cob: 'cargo' };

/** What practice shows after some go-lives and counts beside midnight, while sessions of the database use this zone. */
async function practiceIn(zone: string) {
  const database = await createOwnDatabase(createFilledDatabase);
  await execute(database.config, `alter database ${database.config.database} set timezone = '${zone}'`);
  // Summer, when London is not UTC.
  let clock = Date.parse('2026-07-01T23:30:00.000Z');
  const server = await createTestApp({ on: database, now: () => new Date((clock += 10)) });
  const reviews = reviewTester(server);
  const { published } = dialTester(server);
  const { addEngine, send } = feedTester(server);
  try {
    await reviews.addBuckets(1, [AT.cob]);
    const kept = await published({ name: 'Kept' });
    const left = await published({ name: 'Left' });
    const late = await published({ name: 'Late' });
    const goLive = async (dials: readonly Dial[], live_on: string | null) => {
      const list = dials.map((dial) => entryOf(dial));
      const saved = await reviews.save(UNDERWRITER, AT, (await reviews.get(AT)).revision, list);
      const body = { description: 'Because', live_on };
      const ifMatch = saved.json<Bucket>().revision;
      const sent = await reviews.call(UNDERWRITER, 'POST', `${reviews.urlOf(AT)}/draft/submit`, { ifMatch, body });
      expect([sent.status, sent.body]).toEqual([200, expect.any(String)]);
      const hash = (await reviews.review(AT)).round?.hash ?? '';
      for (const who of [one, two]) await reviews.vote(who, AT, hash, 'approve');
    };
    await goLive([kept, left], null);
    clock = Date.parse('2026-07-02T00:30:00.000Z');
    await goLive([kept, late], '2026-07-03');
    clock = Date.parse('2026-07-03T00:00:20.000Z');
    await server.runJob('goLive');
    clock = Date.parse('2026-09-29T08:00:00.000Z');
    const { token } = await addEngine();
    const counts = { decisions: 1, nothing_set: 0, no_max_line: 0, stopped: 0, compared: 0, differs: 0 };
    const hours = ['2026-07-02T00', '2026-07-03T00', '2026-07-03T23', '2026-07-04T00', '2026-09-28T23'];
    const buckets = hours.map((hour, index) => ({ ...AT, version: index === 0 ? 2 : 3, hour, ...counts, dials: [] }));
    const sent = await send(token, 'POST', 'decisions', { id: randomUUID(), dropped: 0, buckets });
    expect([sent.statusCode, sent.body]).toEqual([204, '']);
    const read = <T>(path: string) => reviews.good<T>(one, 'GET', path);
    const unused = await read<{ items: DialRow[] }>('/api/dials?unused=yes');
    const { days } = await read<BucketPractice>(`${reviews.urlOf(AT)}/practice?days=90`);
    clock = Date.parse('2026-09-30T08:00:00.000Z');
    const { buckets: holding } = await read<DialPractice>(`/api/dials/${left.id}/practice?days=90`);
    return {
      days: days.map(({ day, decisions }) => [day, decisions]),
      // Late was not live yet on the first of these days.
      unused: unused.items.map(({ name }) => name),
      // Left was in no bucket any more.
      holding: holding.length,
    };
  } finally {
    await server.app.close();
  }
}

test.each(['UTC', 'Europe/London', 'America/New_York', 'Pacific/Auckland'])(
  'days are UTC while sessions of the database use %s',
  async (zone) => {
    expect(await practiceIn(zone)).toEqual({
      days: [
        ['2026-07-02', 1],
        ['2026-07-03', 2],
        ['2026-07-04', 1],
        ['2026-09-28', 1],
      ],
      unused: ['Kept'],
      holding: 0,
    });
  },
);
