import { describe, expect, test } from 'vitest';
import type { authorityRoutes } from '#contract/authority.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { PendingReview, Review } from '#contract/review.ts';
import type { Answer } from '#contract/route.ts';
import type { workRoutes } from '#contract/work.ts';
import type { Condition } from '#domain/authority/rule.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { above, approvals, authorityTester, ruleFor } from '#server/testing/authorities.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

const TODAY = '2026-11-18';
let now = new Date(`${TODAY}T10:00:00.000Z`);
const server = useTestApp({ now: () => now, environment: { SIGN_IN: 'password' } });
const tester = useReviews(server, 30);
const { good, bucket, submitted, review, published, entries } = tester;
const authority = authorityTester(tester);
const { addRule, removeRule, addDeputy, endDeputy } = authority;
const [ONE, TWO, ADMINISTRATOR] = REVIEWERS;
const { approve, outcomeOf } = approvals(tester);
const queueOf = async (who: string, { partner, cob }: BucketAddress) =>
  (await good<{ items: PendingReview[] }>(who, 'GET', '/api/reviews?limit=50')).items.find(
    (one) => one.cob === cob && one.partner.number === partner,
  );
const later = (seconds = 1) => (now = new Date(now.getTime() + seconds * 1000));

describe('[R49] a required signer', () => {
  test('is named with the reason before the first vote; two approvals without them leave it in review, theirs decides', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at, { when: [above(5_000_000)] }));
    const dial = await published({ name: 'Large', values: { max_line: 7_500_000 } });
    const hash = await submitted(at, [entryOf(dial)]);
    expect((await review(at)).round?.signers).toMatchObject([
      {
        people: [{ id: ONE, name: 'Demo Reviewer One' }],
        reasons: [{ holds: 'yes', text: 'max line 7,500,000 is above 5,000,000' }],
        is_missing: true,
        can_sign: [{ id: ONE }],
        deputies: [],
      },
    ]);
    await approve(TWO, at, hash);
    const taken = (await approve(ADMINISTRATOR, at, hash)).json<Review>();
    expect(taken.round).toMatchObject({ outcome: null, signers: [{ is_missing: true }] });
    expect(taken.round?.votes).toHaveLength(2);
    await approve(ONE, at, hash);
    expect((await review(at)).round).toMatchObject({ outcome: 'approved', signers: [{ is_missing: false }] });
    expect((await tester.get(at)).live.number).toBe(2);
  });

  test('is not asked for below the limit, and the page of authority says why', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at, { when: [above(5_000_000)] }));
    const dial = await published({ name: 'Small', values: { max_line: 4_000_000 } });
    const hash = await submitted(at, [entryOf(dial)]);
    expect((await review(at)).round?.signers).toEqual([]);
    const { waiting, rules } = await good<Answer<typeof authorityRoutes.getAuthority>>(
      ADMINISTRATOR,
      'GET',
      '/api/authority',
    );
    expect(waiting.find(({ partner, cob }) => partner.number === at.partner && cob === at.cob)?.any_two).toBe(
      'max line 4,000,000 is not above 5,000,000',
    );
    expect(rules.map(({ applied, waiting: open }) => [applied, open])).toContainEqual([1, 0]);
    await approve(TWO, at, hash);
    await approve(ADMINISTRATOR, at, hash);
    expect(await outcomeOf(at)).toBe('approved');
  });

  test('an override, a later dial and a later day count: what is proved is what goes live', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at, { when: [above(5_000_000)] }));
    const first = await published({ name: 'First', values: { max_line: 1_000_000 } });
    const behind = await published({ name: 'Behind', values: { max_line: 9_000_000 } });
    await submitted(at, [entryOf(first), entryOf(behind)]);
    expect((await review(at)).round?.signers).toEqual([]);
    const other = bucket();
    await addRule(ruleFor([ONE], other, { when: [above(5_000_000)] }));
    await submitted(other, [{ ...entryOf(first), overrides: { max_line: 6_000_000 } }]);
    expect((await review(other)).round?.signers).toHaveLength(1);
  });

  test('a share that is not measured asks for the signature', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at, { when: [{ kind: 'changes', of: 'risks', percent: 20 }] }));
    await submitted(at, entries());
    expect((await review(at)).round?.signers[0]?.reasons).toEqual([
      { holds: 'unknown', text: 'the share of risks that changes is not measured' },
    ]);
  });

  test.each([
    { of: 'risks' as const, says: '69.7% of risks change, more than 20%' },
    { of: 'premium' as const, says: '69.7% of premium changes, more than 20%' },
  ])('of $of is read from the strictest measurement: measuring again loosens nothing', async ({ of, says }) => {
    const at = bucket();
    await addRule(ruleFor([ONE], at, { when: [{ kind: 'changes', of, percent: 20 }] }));
    await submitted(at, entries());
    const measure = (number: number, share: number) => {
      // What is not asked about changes by little each time.
      const changed = { risks: 1, premium: 1, [of]: share };
      return execute(
        server.database.config,
        `set session_replication_role = replica; insert into review_impact (round_id, number, measured_at, measured_by, at_submit, portfolio_id, engine, measured)
         select r.id, ${number}, now(), '${UNDERWRITER}', false, gen_random_uuid(), 'test',
           '${JSON.stringify({ impact: { all: { risks: 1000, premium: 1000 }, changed } })}'
         from review_round r join bucket_version v on v.id = r.bucket_version_id join bucket b on b.id = v.bucket_id
         where b.cob = '${at.cob}' and b.partner_number = ${at.partner}`,
      );
    };
    await execute(server.database.config, 'set session_replication_role = replica; delete from review_impact');
    const reasons = async () => (await review(at)).round?.signers.flatMap((one) => one.reasons.map(({ text }) => text));
    await measure(1, 697);
    expect(await reasons()).toEqual([says]);
    await measure(2, 10);
    expect(await reasons()).toEqual([says]);
    await execute(server.database.config, 'set session_replication_role = replica; delete from review_impact');
    await measure(1, 10);
    expect(await reasons()).toEqual([]);
  });

  test('a share that could not be measured once asks for the signature, whatever was measured later', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at, { when: [{ kind: 'changes', of: 'risks', percent: 20 }] }));
    await submitted(at, entries());
    const measured = { impact: { all: { risks: 1000, premium: 1000 }, changed: { risks: 1, premium: 1 } } };
    await execute(
      server.database.config,
      `set session_replication_role = replica; delete from review_impact;
       insert into review_impact (round_id, number, measured_at, measured_by, at_submit, missing, portfolio_id, engine, measured)
       select r.id, i.number, now(), '${UNDERWRITER}', i.number = 1, i.missing, i.portfolio, 'test', i.measured
       from review_round r join bucket_version v on v.id = r.bucket_version_id join bucket b on b.id = v.bucket_id
       cross join (values (1, 'no-portfolio', null, null),
         (2, null, gen_random_uuid(), '${JSON.stringify(measured)}'::jsonb)) as i (number, missing, portfolio, measured)
       where b.cob = '${at.cob}' and b.partner_number = ${at.partner}`,
    );
    expect((await review(at)).round?.signers[0]?.reasons.map(({ text }) => text)).toEqual([
      'the share of risks that changes is not measured',
    ]);
  });

  test('votes that suffice once a measurement shows that nobody must sign decide with the next one', async () => {
    const at = bucket();
    await addRule(ruleFor([ONE], at, { when: [{ kind: 'changes', of: 'risks', percent: 20 }] }));
    const hash = await submitted(at, entries());
    await approve(TWO, at, hash);
    await approve(ADMINISTRATOR, at, hash);
    expect(await outcomeOf(at)).toBeNull();
    await execute(
      server.database.config,
      `set session_replication_role = replica; delete from review_impact; insert into review_impact (round_id, number, measured_at, measured_by, at_submit, portfolio_id, engine, measured)
       select r.id, 1, now(), '${UNDERWRITER}', false, gen_random_uuid(), 'test', '{"impact": {"all": {"risks": 10, "premium": 1}, "changed": {"risks": 1, "premium": 0}}}'
       from review_round r where r.content_hash = '${hash}' and r.closed_at is null`,
    );
    await approve(TWO, at, hash);
    expect(await outcomeOf(at)).toBe('approved');
  });
});

test('[R60] a raised appetite is confirmed by somebody whom the rules name, or their deputy', async () => {
  const at = bucket();
  const id = await addRule(ruleFor([ONE], at, { when: [{ kind: 'appetite' }] }));
  const raise = async (appetite: number) => {
    const { appetite: was } = await tester.get(at);
    await good(ADMINISTRATOR, 'PUT', '/api/admin/appetites', { body: { changes: [{ ...at, appetite, was }] } });
    const { items } = await good<{ items: { id: string }[] }>(TWO, 'GET', '/api/appetite-proposals');
    return items.at(-1)?.id ?? '';
  };
  const confirm = (proposal: string, who: string) =>
    tester.call(who, 'PUT', `/api/appetite-proposals/${proposal}/decision`, {
      body: { decision: 'confirm', reason: '', buckets: [at] },
    });
  const first = await raise(2);
  expect(await refusalOf(confirm(first, TWO))).toBe(
    '403 By the rules of authority Demo Reviewer One confirms that this appetite is raised.',
  );
  const deputy = await addDeputy(ONE, TWO, TODAY);
  expect((await confirm(first, TWO)).status).toBe(200);
  await endDeputy(deputy);
  expect((await confirm(await raise(3), ONE)).status).toBe(200);
  await removeRule(id);
  expect((await confirm(await raise(4), TWO)).status).toBe(200);
});

test('[R55] once enough others approved, the queue and Home ask only those who can sign', async () => {
  const at = bucket();
  const [other = ''] = await tester.addPeople(1);
  await addRule(ruleFor([ONE], at));
  const hash = await submitted(at, entries());
  const readVotes = async () => {
    const { drafts } = await good<Answer<typeof workRoutes.getMyWork>>(UNDERWRITER, 'GET', '/api/me/work');
    return drafts.find((one) => one.cob === at.cob && one.partner.number === at.partner)?.votes;
  };
  // Home names a few of those who can vote, the signer first.
  const before = await readVotes();
  expect(before?.missing).toMatchObject([{ id: ONE }, {}, {}]);
  expect(before?.others).toBeGreaterThan(0);
  expect(await queueOf(other, at)).toMatchObject({ barred: null, missing_signers: [{ id: ONE }] });
  await approve(TWO, at, hash);
  expect(await queueOf(other, at)).toMatchObject({ barred: null });
  await approve(ADMINISTRATOR, at, hash);
  expect(await queueOf(other, at)).toMatchObject({ barred: 'other_signer', missing_signers: [{ id: ONE }] });
  expect(await queueOf(ONE, at)).toMatchObject({ barred: null });
  expect(await queueOf(TWO, at)).toMatchObject({ barred: null, mine: 'approve' });
  expect(await readVotes()).toMatchObject({ missing: [{ id: ONE, name: 'Demo Reviewer One' }], others: 0 });
});

test.each<[string, Condition]>([
  ['every change needs it', { kind: 'always' }],
  ['the share of risks that changes is not measured', { kind: 'changes', of: 'risks', percent: 20 }],
])('[R56] everyone of a draft and the administrators hear that nobody can sign it: %s', async (why, condition) => {
  const [signer = ''] = await tester.addPeople(1);
  const at = bucket();
  await addRule(ruleFor([signer], at, { when: [condition] }));
  await execute(server.database.config, `update person set deactivated_at = now() where id = '${signer}'`);
  later();
  await submitted(at, entries());
  const noticesTo = async (who: string) =>
    (
      await good<{ items: { kind: string; text: string; bucket: { cob: string } | null }[] }>(
        who,
        'GET',
        '/api/notifications',
      )
    ).items
      .filter(({ kind, bucket: of }) => kind === 'bucket_unsignable' && of?.cob === at.cob)
      .map(({ text }) => text);
  expect(await noticesTo(UNDERWRITER)).toEqual([`One of the two must be Person 0: ${why}`]);
  expect(await noticesTo(ADMINISTRATOR)).toHaveLength(1);
  expect(await noticesTo(TWO)).toEqual([]);
  expect((await review(at)).round?.signers).toMatchObject([{ is_missing: true, can_sign: [] }]);
});

test('[R49] a restart and every bucket of a set have their own rules', async () => {
  const [first, second] = [bucket(), bucket()];
  await addRule(ruleFor([ONE], first));
  await addRule(ruleFor([ONE], second, { when: [{ kind: 'restart' }] }));
  const edits = [{ kind: 'add', dial_id: tester.dials[0]?.id, version: 1, place: { at: 'end' } }];
  const answer = await tester.change(UNDERWRITER, [first, second], edits, 'Together');
  const { set } = answer.json<{ set: string }>();
  for (const who of [TWO, ADMINISTRATOR]) await tester.voteOnSet(who, set, 'approve');
  expect([await outcomeOf(first), await outcomeOf(second)]).toEqual([null, 'approved']);
  const stopped = await good<{ buckets: unknown }>(UNDERWRITER, 'POST', '/api/bucket-stops', {
    body: { scope: { kind: 'buckets', buckets: [second] }, reason: 'Wrong' },
  }).catch((error: unknown) => error);
  expect(stopped).not.toBeInstanceOf(Error);
  const { revision } = await tester.get(second);
  const { urlOf } = tester;
  await good<Bucket>(UNDERWRITER, 'POST', `${urlOf(second)}/draft/submit`, {
    ifMatch: revision,
    body: { description: 'Again', restart: true },
  });
  expect((await review(second)).round?.signers[0]?.reasons[0]?.text).toBe('it restarts the bucket');
});

test('[R59] a rule is tried on the drafts of the last 90 days, and the evidence names who signed for whom', async () => {
  const at = bucket();
  const dial = await published({ name: 'Tried', values: { max_line: 8_000_000 } });
  const deputy = await addDeputy(ONE, TWO, TODAY);
  const id = await addRule(ruleFor([ONE], at, { when: [above(5_000_000)] }));
  const hash = await submitted(at, [entryOf(dial)]);
  for (const who of [TWO, ADMINISTRATOR]) {
    later();
    await approve(who, at, hash);
  }
  await endDeputy(deputy);
  const preview = (people: readonly string[], limit: number) =>
    good(ADMINISTRATOR, 'POST', '/api/authority/preview', {
      body: { rule: ruleFor(people, at, { when: [above(limit)] }) },
    });
  expect(await preview([ONE], 5_000_000)).toEqual({ days: 90, drafts: 1, needed: 1, had: 1 });
  expect(await preview([UNDERWRITER], 5_000_000)).toEqual({ days: 90, drafts: 1, needed: 1, had: 0 });
  expect(await preview([ONE], 9_000_000)).toEqual({ days: 90, drafts: 1, needed: 0, had: 0 });
  const { rounds } = await good<{ rounds: Review['round'][] }>(
    ADMINISTRATOR,
    'GET',
    `${tester.urlOf(at)}/versions/2/evidence`,
  );
  expect(rounds).toMatchObject([
    {
      rules: [
        expect.stringContaining('one of the approvers must be Demo Reviewer One when max line is above 5,000,000.'),
      ],
      signers: [{ rule: id, reasons: [{ text: 'max line 8,000,000 is above 5,000,000' }], is_missing: false }],
      votes: [
        { by: { id: TWO }, signs_for: { id: ONE } },
        { by: { id: ADMINISTRATOR }, signs_for: null },
      ],
    },
  ]);
});

test('[R59] a rejection by the person whom a tried rule names is no approval by them', async () => {
  const at = bucket();
  const rule = ruleFor([ONE], at);
  await addRule(rule);
  const hash = await submitted(at, entries());
  expect((await tester.vote(ONE, at, hash, 'reject')).status).toBe(200);
  expect(await good(ADMINISTRATOR, 'POST', '/api/authority/preview', { body: { rule } })).toMatchObject({
    drafts: 1,
    needed: 1,
    had: 0,
  });
});
