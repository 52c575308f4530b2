import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { approvals, authorityTester, ruleFor } from '#server/testing/authorities.ts';
import { sortedStatuses } from '#server/testing/calls.ts';
import { untilWaiting } from '#server/testing/eventually.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { lockAuthority } from './authority.store.ts';

const TODAY = '2026-11-18';
const now = new Date(`${TODAY}T10:00:00.000Z`);
const server = useTestApp({ now: () => now, environment: { SIGN_IN: 'password' } });
const tester = useReviews(server, 10);
const { bucket, submitted, review, entries } = tester;
const authority = authorityTester(tester);
const { addRule, removeRule, addDeputy, endDeputy } = authority;
const [ONE, TWO, ADMINISTRATOR] = REVIEWERS;
const { approve, outcomeOf } = approvals(tester);

test('[R53] a rule that is confirmed, or removed, between submission and vote does not change the round', async () => {
  const at = bucket();
  const free = await submitted(at, entries());
  await approve(TWO, at, free);
  const id = await addRule(ruleFor([ONE], at));
  await approve(ADMINISTRATOR, at, free);
  expect(await outcomeOf(at)).toBe('approved');
  const bound = await submitted(at, entries(1));
  await removeRule(id);
  await approve(TWO, at, bound);
  await approve(ADMINISTRATOR, at, bound);
  expect(await outcomeOf(at)).toBeNull();
  await expect(
    execute(server.database.config, `update review_round set authority = null where content_hash = '${bound}'`),
  ).rejects.toThrow('cannot change');
});

describe('[R50] a deputy', () => {
  test('signs for the person while it lasts, and the vote says so; ended before the vote, it does not count', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at));
    const hash = await submitted(at, entries());
    const deputy = await addDeputy(ONE, TWO, TODAY, '2026-11-20');
    expect((await review(at)).round?.signers).toMatchObject([
      {
        can_sign: [{ id: ONE }, { id: TWO }],
        deputies: [{ deputy: { id: TWO }, person: { id: ONE }, last_day: '2026-11-20' }],
      },
    ]);
    await approve(TWO, at, hash);
    // The vote was the person's while the deputy could give it.
    await endDeputy(deputy);
    expect((await review(at)).round?.votes).toMatchObject([{ acts_for: [ONE], signs_for: { id: ONE } }]);
    await approve(ADMINISTRATOR, at, hash);
    expect(await outcomeOf(at)).toBe('approved');
    const next = await submitted(at, entries(1));
    await approve(TWO, at, next);
    await approve(ADMINISTRATOR, at, next);
    expect((await review(at)).round).toMatchObject({
      outcome: null,
      votes: [{ signs_for: null }, { signs_for: null }],
    });
  });

  test('who approved before can approve again as deputy', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at));
    const hash = await submitted(at, entries());
    await approve(TWO, at, hash);
    await approve(ADMINISTRATOR, at, hash);
    const deputy = await addDeputy(ONE, TWO, TODAY);
    expect(await outcomeOf(at)).toBeNull();
    await approve(TWO, at, hash);
    expect(await outcomeOf(at)).toBe('approved');
    await endDeputy(deputy);
  });

  test('never signs for an author, nor passes it on', async () => {
    const [author = '', second = '', third = ''] = await tester.addPeople(3);
    const at = bucket();
    await addRule(ruleFor([author], at));
    const ends = [await addDeputy(author, second, TODAY), await addDeputy(second, third, TODAY)];
    const hash = await submitted(at, entries(), author);
    expect((await review(at)).round?.signers).toMatchObject([{ can_sign: [], deputies: [] }]);
    await approve(second, at, hash);
    await approve(third, at, hash);
    expect(await outcomeOf(at)).toBeNull();
    const other = bucket();
    await addRule(ruleFor([author], other));
    const passed = await submitted(other, entries());
    await approve(third, other, passed);
    await approve(TWO, other, passed);
    expect(await outcomeOf(other)).toBeNull();
    await approve(second, other, passed);
    expect(await outcomeOf(other)).toBe('approved');
    for (const id of ends) await endDeputy(id);
  });

  test('a signer who is deactivated after their vote signs for nobody', async () => {
    const [signer = ''] = await tester.addPeople(1);
    const at = bucket();
    await addRule(ruleFor([signer, ONE], at));
    const hash = await submitted(at, entries());
    await approve(signer, at, hash);
    await execute(server.database.config, `update person set deactivated_at = now() where id = '${signer}'`);
    await approve(TWO, at, hash);
    await approve(ADMINISTRATOR, at, hash);
    expect(await outcomeOf(at)).toBeNull();
    await approve(ONE, at, hash);
    expect(await outcomeOf(at)).toBe('approved');
  });
});

test('[R54] a submission and a vote wait while a change of authority is being confirmed', async () => {
  const [first, second] = [bucket(), bucket()];
  const hash = await submitted(first, entries());
  const { revision } = (await tester.save(UNDERWRITER, second, '1', entries())).json<{ revision: string }>();
  const { db, config } = server.database;
  const pending = await db.transaction().execute(async (trx) => {
    await lockAuthority(trx);
    const started = [approve(TWO, first, hash), tester.submit(UNDERWRITER, second, revision)];
    await untilWaiting(config, started.length);
    return { started };
  });
  expect(sortedStatuses(await Promise.all(pending.started))).toEqual([200, 200]);
});
