import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '#contract/engine.ts';
import { useTestApp } from '#server/testing/app.ts';
import { callsBy } from '#server/testing/calls.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';

let clock = Date.parse('2026-11-18T12:00:00.000Z');
const now = () => new Date(clock);
const server = useTestApp({ now, makesDemo: true });
const reviews = useReviews(server, 1);
const { good } = callsBy('administrator', server);
const engines = async () => (await good<{ engines: Engine[] }>('GET', '/api/engines')).engines;
const countDecisions = async () => {
  const rows = await server.database.db.selectFrom('decision_day').select(['day', 'decisions']).execute();
  return { days: new Set(rows.map(({ day }) => day)).size, all: rows.reduce((sum, row) => sum + row.decisions, 0) };
};

beforeAll(async () => {
  const address = reviews.bucket();
  clock = Date.parse('2026-10-20T12:00:00.000Z');
  const hash = await reviews.submitted(address, reviews.entries(0));
  for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, address, hash, 'approve');
  clock = Date.parse('2026-11-18T12:00:00.000Z');
});

test('the engine of the demo decides the risks of 60 days, then those that arrive, until its token is revoked', async () => {
  await server.runJob('demoEngine');
  const first = await countDecisions();
  expect(first.days).toBeGreaterThan(20);
  expect(await engines()).toMatchObject([{ name: 'Example engine', state: 'current', dropped: 0 }]);
  const appliedAt = (await engines())[0]?.applied_at;
  clock += 1000;
  await server.runJob('demoEngine');
  expect([appliedAt, (await engines())[0]?.applied_at]).toEqual(Array(2).fill('2026-11-18T12:00:00.000Z'));
  expect(await countDecisions()).toEqual(first);
  clock += 86_400_000;
  await server.runJob('demoEngine');
  const second = await countDecisions();
  expect([second.days, second.all > first.all]).toEqual([first.days + 1, true]);
  const [engine] = await engines();
  await good('DELETE', `/api/engines/${engine?.id}/token`);
  clock += 86_400_000;
  await server.runJob('demoEngine');
  expect(await countDecisions()).toEqual(second);
});
