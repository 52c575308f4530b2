import { beforeAll, expect, test } from 'vitest';
import type { AuthorityProposal } from '#contract/authority.ts';
import { authorityTester, ruleOf } from '#server/testing/authorities.ts';
import { sortedStatuses } from '#server/testing/calls.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { useReviews } from '#server/testing/reviews.ts';
import { useTestServers } from '#server/testing/servers.ts';

const CROWD = 20;
const VOTES = isLong ? 10_000 : CROWD;
const TURNS = Array.from({ length: VOTES / CROWD }, (_, turn) => turn);
const LIMIT = { timeout: isLong ? 3_600_000 : 300_000 };

/** Calls are spread over three servers on one database. */
const servers = useTestServers(3, { environment: { SIGN_IN: 'password' } });
const tester = useReviews(servers, TURNS.length + 10);
const { addRule, addDeputy, propose, decide, confirmer } = authorityTester(tester);
const { bucket, submitted, vote, review, entries } = tester;
/** Ten thousand votes may take until the next day. */
const today = () => new Date().toISOString().slice(0, 10);
let people: string[];
beforeAll(async () => {
  people = await tester.addPeople(CROWD);
  await confirmer();
});
const person = (index: number) => people[index % CROWD] ?? '';

test(
  `[R54] 0 of ${VOTES} racing votes decide outside authority, while rules, deputies and submissions change`,
  LIMIT,
  async () => {
    let [approved, unsigned] = [0, 0];
    for (const turn of TURNS) {
      const at = bucket();
      const [signer, deputy] = [person(turn), person(turn + 7)];
      const rule = await addRule(ruleOf([signer], { classes: [at.cob], partners: [at.partner] }));
      const hash = await submitted(at, entries(turn % 3));
      const standing = await addDeputy(signer, deputy, today());
      const waiting = await propose({ kind: 'end_deputy', id: standing });
      const removal = await propose({ kind: 'remove_rule', id: rule });
      const { id: ended } = waiting.json<AuthorityProposal>();
      const { id: removed } = removal.json<AuthorityProposal>();
      // Every other time the signer stays away, so that only the deputy can sign.
      const crowd = people.filter((one) => turn % 2 === 0 || one !== signer);
      const order = crowd.map((_, index) => crowd[(index * 7 + turn) % crowd.length] ?? '');
      const votes = order.map((one) => vote(one, at, hash, 'approve'));
      const [end, gone, ...answers] = await Promise.all([
        decide(ended, 'confirm'),
        decide(removed, 'confirm'),
        ...votes,
      ]);
      expect([end.status, gone.status]).toEqual([200, 200]);
      expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      const { round } = await review(at);
      const signs = (round?.votes ?? []).some(({ by, acts_for }) => by.id === signer || acts_for.includes(signer));
      expect(round?.outcome).toBe(signs ? 'approved' : null);
      if (signs) approved += 1;
      else unsigned += 1;
    }
    expect(await brokenRules(servers.database.db)).toEqual([]);
    expect(approved).toBeGreaterThan(0);
    if (isLong) expect(unsigned).toBeGreaterThan(0);
  },
);

test(
  '[R53] a submission and the confirmation of a rule at once: the round is under it, or it is not, and stays so',
  LIMIT,
  async () => {
    for (const _ of TURNS.slice(0, 5)) {
      const at = bucket();
      const rule = ruleOf([person(0)], { classes: [at.cob], partners: [at.partner] });
      const { id } = (await propose({ kind: 'add_rule', rule })).json<AuthorityProposal>();
      const { revision } = (await tester.save(person(1), at, '1', entries())).json<{ revision: string }>();
      const answers = await Promise.all([tester.submit(person(1), at, revision), decide(id, 'confirm')]);
      expect(sortedStatuses(answers)).toEqual([200, 200]);
      const { round } = await review(at);
      for (const index of [2, 3]) await vote(person(index), at, round?.hash ?? '', 'approve');
      expect((await review(at)).round?.outcome).toBe(round?.signers.length === 0 ? 'approved' : null);
    }
  },
);
