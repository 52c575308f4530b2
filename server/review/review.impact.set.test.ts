import { expect, test } from 'vitest';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { authorityTester, ruleOf } from '#server/testing/authorities.ts';
import { dialTester } from '#server/testing/dials.ts';
import { eventually } from '#server/testing/eventually.ts';
import { execute } from '#server/testing/execute.ts';
import { portfolioFolder, portfolioLoader } from '#server/testing/portfolios.ts';
import { useTestApp } from '#server/testing/app.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

const log: string[] = [];
const server = useTestApp(async () => {
  const { dataDir } = await portfolioFolder();
  const environment = { DATA_DIR: dataDir, SIGN_IN: 'password', LOG_LEVEL: 'warn' };
  return { environment, log: { write: (line: string) => void log.push(line) } };
});
const tester = reviewTester(server);
const { addRule } = authorityTester(tester);
const { open, keep } = portfolioLoader(server);

test('a set of the largest size is measured whole, without a refusal, and what it changes is known for each bucket', async () => {
  const rows = Array.from({ length: 10 }, (_, index) => `R${index},Cargo,2025-02-01`);
  await keep((await open('risks.csv', ['reference,class of business,inception', ...rows].join('\n'))).id, 'Risks');
  await addRule(ruleOf([REVIEWERS[0]], { when: [{ kind: 'changes', of: 'risks', percent: 20 }] }));
  const buckets = await tester.addBuckets(MAX_SET_BUCKETS, ['cargo']);
  const dial = await dialTester(server).published({ name: 'All of cargo', values: { max_line: 1000 } });
  const edits = [{ kind: 'add', dial_id: dial.id, version: 1, place: { at: 'end' } }];
  const answer = await tester.change(UNDERWRITER, buckets, edits, 'Together');
  expect(answer.status, answer.body).toBe(200);
  const { set } = answer.json<{ set: string }>();
  const measured = 'select round_id from review_impact where measured is not null';
  await eventually(async () => expect(await execute(server.database.config, measured)).toHaveLength(buckets.length));
  const reasons = (await tester.readSet(set)).buckets.map(({ round }) => round.signers[0]?.reasons[0]?.text);
  expect(reasons).toEqual(buckets.map(() => '100% of risks change, more than 20%'));
  expect(log).toEqual([]);
});
