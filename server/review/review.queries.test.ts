import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Review } from '#contract/review.ts';
import { useTestApp } from '#server/testing/app.ts';
import { authorityTester, ruleFor } from '#server/testing/authorities.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { snapshot } from '#server/db/transaction.ts';
import { listGovernedSince, listVotingRounds } from './review.queue.store.ts';

const DAY_MS = 86_400_000;
let clock = Date.now();
let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};
const server = useTestApp({ now: () => new Date(clock), plugin: counting, environment: { SIGN_IN: 'password' } });
const tester = useReviews(server, 120);
const { bucket, dials } = tester;
const [ONE, TWO, THREE] = REVIEWERS;
const dayText = (): string => new Date(clock).toISOString().slice(0, 10);

const countOf = async (work: () => Promise<unknown>): Promise<number> => {
  statements = 0;
  await work();
  return statements;
};

/** Submits the same change of many buckets together; for a day, if there is one. */
async function submitSet(count: number, liveOn: string | null = null): Promise<string> {
  const buckets = await Promise.all(
    Array.from({ length: count }, bucket).map(async (at) => ({
      ...at,
      revision: (await tester.get(at)).revision,
      edits: [{ kind: 'add', dial_id: dials[0]?.id, version: 1, place: { at: 'end' } }],
    })),
  );
  const submit = { description: 'Together', reply: '', live_on: liveOn };
  const { set } = await tester.good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', {
    body: { buckets, submit },
  });
  return set;
}

test('the reviews of a set take as many statements for 50 buckets as for 2, also where each names who bars the reader', async () => {
  const [few, many] = [await submitSet(2), await submitSet(50)];
  const [added = ''] = await tester.addPeople(1);
  await execute(
    server.database.config,
    `update person set introduced_by = array['${UNDERWRITER}'], vouched_at = null where id = '${added}'`,
  );
  const { vote_not_counted: why } = (await tester.readSet(many, added)).buckets[0] ?? {};
  expect(why).toContain('Demo Underwriter');
  const readAs = (set: string, who: string) => countOf(() => tester.readSet(set, who));
  for (const who of [ONE, UNDERWRITER, added]) expect(await readAs(many, who)).toBe(await readAs(few, who));
});

test('drafts that go live together take as many statements for 50 buckets as for 2', async () => {
  const tomorrow = new Date(clock + DAY_MS).toISOString().slice(0, 10);
  const counts: number[] = [];
  const sets = [await submitSet(2, tomorrow), await submitSet(50, tomorrow)];
  for (const set of sets) for (const who of [TWO, THREE]) await tester.voteOnSet(who, set, 'approve');
  clock += DAY_MS;
  expect(dayText()).toBe(tomorrow);
  // The sets go live in one run: what both take is what the larger one would take twice, if it grew with the buckets.
  counts.push(await countOf(() => server.runJob('goLive')));
  for (const set of sets) {
    const { buckets } = await tester.readSet(set);
    expect(buckets.every(({ round }: Pick<Review, 'round'>) => round?.outcome === 'approved')).toBe(true);
  }
  const next = new Date(clock + DAY_MS).toISOString().slice(0, 10);
  const small = [await submitSet(2, next), await submitSet(2, next)];
  for (const set of small) for (const who of [TWO, THREE]) await tester.voteOnSet(who, set, 'approve');
  clock += DAY_MS;
  counts.push(await countOf(() => server.runJob('goLive')));
  expect(counts[0]).toBe(counts[1]);
});

test('the page of authority reads a bounded number of rounds, the newest ones under rules, of the last days', async () => {
  const { addRule } = authorityTester(tester);
  const at = [bucket(), bucket(), bucket()] as const;
  for (const one of at) await addRule(ruleFor([ONE], one));
  for (const one of at) {
    clock += 1000;
    await tester.submitted(one, [entryOf(dials[0] as never)]);
  }
  const { db } = server.database;
  const since = (days: number) => new Date(clock - days * DAY_MS);
  const found = await snapshot(db, (trx) => listGovernedSince(trx, since(1), 2));
  expect(found.map(({ cob, partner }) => ({ cob, partner }))).toEqual([at[2], at[1]]);
  expect(await listGovernedSince(db, new Date(clock + 1), 2)).toEqual([]);
  expect(await listVotingRounds(db, 2)).toHaveLength(2);
});
