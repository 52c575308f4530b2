import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuthorityProposal } from '#contract/authority.ts';
import type { PendingReview, Review } from '#contract/review.ts';
import type { Page } from '#contract/page.ts';
import type { User } from '#contract/user.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { ruleFor } from '#server/testing/authorities.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { startMailServer } from '#server/testing/mail-server.ts';
import { mailedPeople, mailSettings } from '#server/testing/mailed-people.ts';
import { EVERYONE_MAY, REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { listOpenVoting } from './review.needed.ts';

/** Links are mailed, so that whoever uses one is verified. */
let mail: Awaited<ReturnType<typeof startMailServer>>;
afterAll(() => mail.stop());
const server = useTestApp(async () => {
  mail = await startMailServer();
  return { environment: mailSettings(mail) };
});
const tester = useReviews(server);
const { bucket, entries, submitted, vote, review, good, call } = tester;
let people: ReturnType<typeof mailedPeople>;
beforeAll(() => {
  people = mailedPeople(server, mail, tester);
});

const ADA = 'demo|administrator';
const ALL = [...EVERYONE_MAY, 'user:view', 'user:edit', 'admin:view', 'admin:edit'];
const [one, two] = REVIEWERS;
const mailboxOfAda = (tag: string) => `administrator+${tag}@demo.lineslip.example`;
const votesOf = async (at: BucketAddress, who: string = one) =>
  (await review(at, who)).round?.votes.map(({ by, discounted }) => [by.id, discounted]);

/** Ada uses all the accounts that she can make; the outcome, and why each vote does not count. */
async function voteWithAll(author: string, voters: readonly string[]) {
  const at = bucket();
  const hash = await submitted(at, entries(), author);
  for (const voter of voters) await vote(voter, at, hash, 'approve');
  const { round } = await review(at);
  return { outcome: round?.outcome, discounted: round?.votes.map(({ discounted }) => discounted), at, hash };
}

test('[R61] one administrator who adds accounts that reach her own mailbox, before she starts the draft, puts nothing live', async () => {
  const puppets = [
    await people.addAccepted(ADA, ALL, mailboxOfAda('one')),
    await people.addAccepted(ADA, ALL, mailboxOfAda('two')),
  ];
  expect((await people.read(puppets[0] ?? '')).verification).toMatchObject({ method: 'mailbox' });
  const at = bucket();
  const hash = await submitted(at, entries(), ADA);
  for (const puppet of puppets)
    expect(await refusalOf(vote(puppet, at, hash, 'approve'))).toBe(
      '403 You share a mailbox with Demo Administrator, so you count as one person. Other people decide about this draft.',
    );
  // Nor with a puppet as the author.
  const [first = '', second = ''] = puppets;
  expect(await voteWithAll(first, [second, ADA])).toMatchObject({ outcome: null, discounted: [] });
  expect((await review(at)).round?.outcome).toBeNull();
});

test('[R61] nor with mailboxes of other names, through any account that she made', async () => {
  const [first, second] = [await people.addAccepted(ADA, ALL), await people.addAccepted(ADA, ALL)];
  const third = await people.addAccepted(first, ALL);
  const fourth = await people.addAccepted(third, ALL);
  for (const [author, ...voters] of [
    [ADA, first, second, third, fourth],
    [first, second, third, ADA],
    [fourth, ADA, second],
  ] as const) {
    const { outcome, discounted } = await voteWithAll(author, voters);
    expect(outcome).toBeNull();
    expect(new Set(discounted)).toEqual(new Set(['not_confirmed']));
  }
  // Of votes on somebody else's draft one counts.
  const { outcome, at, hash } = await voteWithAll(UNDERWRITER, [first, ADA, third]);
  expect(outcome).toBeNull();
  expect(await votesOf(at)).toEqual([
    [first, 'not_confirmed'],
    [ADA, null],
    [third, 'not_confirmed'],
  ]);
  expect((await vote(one, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test('[R61] a second person confirms: until then the vote says why it does not count, and then it counts', async () => {
  const voter = await people.addAccepted(ADA, EVERYONE_MAY);
  const { at, hash } = await voteWithAll(ADA, [voter, one]);
  expect((await review(at, voter)).vote_not_counted).toBe(
    'Your vote will be shown but not counted. Demo Administrator added or invited you, and nobody else has confirmed who you are. Vote again after an administrator whom Demo Administrator did not add or invite has confirmed you.',
  );
  expect(await people.read(voter)).toMatchObject({
    introduced_by: [{ id: ADA }],
    unconfirmed_because:
      'Demo Administrator added or invited them. Until somebody else confirms who they are, they all count as one person.',
  });
  // Neither she nor whom she introduced.
  const puppet = await people.addAccepted(ADA, ALL);
  expect(await refusalOf(people.confirm(ADA, voter))).toContain('403 You added or invited this person.');
  expect(await refusalOf(people.confirm(puppet, voter))).toContain('403 You were added or invited by the same person.');
  const [colleague = ''] = await tester.addPeople(1, ALL);
  expect((await people.confirm(colleague, voter)).status).toBe(200);
  expect(await people.read(voter)).toMatchObject({
    unconfirmed_because: null,
    verification: { method: 'colleague', by: { id: colleague } },
  });
  expect(await refusalOf(people.confirm(colleague, voter))).toContain('is verified already');
  expect((await vote(voter, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test('[R61] whom a confirmed person adds does not count for that person, but for who introduced them', async () => {
  const manager = await people.addAccepted(ADA, ALL);
  const [colleague = ''] = await tester.addPeople(1, ALL);
  await people.confirm(colleague, manager);
  const added = await people.addAccepted(manager, EVERYONE_MAY);
  expect((await voteWithAll(manager, [added, one])).outcome).toBeNull();
  expect((await voteWithAll(ADA, [added, one])).outcome).toBe('approved');
});

test('[R61] whom somebody invites who has an account of another person in their hands, is theirs also after that person has it back', async () => {
  const [victim = ''] = await tester.addPeople(1, ALL);
  // As after a link that was shown.
  const { db } = server.database;
  await db
    .updateTable('person')
    .set({ verification: null, verified_at: null, vouched_at: null, introduced_by: [ADA] })
    .where('id', '=', victim)
    .execute();
  const puppet = await people.addAccepted(victim, EVERYONE_MAY);
  const [colleague = ''] = await tester.addPeople(1, ALL);
  expect((await people.confirm(colleague, victim)).status).toBe(200);
  expect((await voteWithAll(ADA, [puppet, one])).outcome).toBeNull();
});

test('[R61] a link that was mailed takes no confirmation away, and one for somebody unconfirmed makes them depend on its maker', async () => {
  const [colleague = '', other = ''] = await tester.addPeople(2, ALL);
  const voter = await people.addAccepted(ADA, EVERYONE_MAY);
  await people.confirm(colleague, voter);
  expect((await people.invite(other, voter)).status).toBe(200);
  await people.accept((await people.read(voter)).email);
  expect((await people.read(voter)).verification).toMatchObject({ method: 'colleague' });
  expect((await voteWithAll(other, [voter, one])).outcome).toBe('approved');
  const open = await people.addAccepted(ADA, EVERYONE_MAY);
  expect((await voteWithAll(other, [open, one])).outcome).toBe('approved');
  await people.invite(other, open);
  expect((await voteWithAll(other, [open, one])).outcome).toBeNull();
});

test('[R61] nobody raises an appetite or changes authority with an account that they made, or names such a deputy', async () => {
  const at = bucket();
  const [first, second] = [await people.addAccepted(ADA, ALL), await people.addAccepted(ADA, ALL, mailboxOfAda('x'))];
  await good(ADA, 'PUT', '/api/admin/appetites', { body: { changes: [{ ...at, appetite: 9.99, was: 1 }] } });
  const waiting = await good<{ items: { id: string; refusal: string | null }[] }>(
    first,
    'GET',
    '/api/appetite-proposals',
  );
  const id = waiting.items.at(-1)?.id ?? '';
  expect(waiting.items.at(-1)?.refusal).toContain('Demo Administrator added or invited you');
  const raise = (who: string) =>
    call(who, 'PUT', `/api/appetite-proposals/${id}/decision`, { body: { decision: 'confirm', buckets: [at] } });
  expect(await refusalOf(raise(first))).toContain('403 Demo Administrator added or invited you');
  expect(await refusalOf(raise(second))).toContain('403 You share a mailbox with Demo Administrator');
  expect((await tester.get(at)).appetite).toBe(1);

  const rule = ruleFor([first], at);
  const proposed = await good<AuthorityProposal>(ADA, 'POST', '/api/authority/proposals', {
    body: { change: { kind: 'add_rule', rule } },
  });
  const confirm = (who: string) =>
    call(who, 'PUT', `/api/authority/proposals/${proposed.id}`, { body: { decision: 'confirm' } });
  expect(await refusalOf(confirm(first))).toContain('403 Demo Administrator added or invited you');
  expect(await refusalOf(confirm(second))).toContain('403 You share a mailbox with Demo Administrator');
  const [colleague = ''] = await tester.addPeople(1, ALL);
  expect((await confirm(colleague)).status).toBe(200);
  // The rule names an account of hers: it signs none of her drafts.
  const hash = await submitted(at, entries(), ADA);
  for (const who of [one, two, first]) await vote(who, at, hash, 'approve');
  const { round } = await review(at);
  expect([round?.outcome, round?.signers[0]?.can_sign]).toEqual([null, []]);
});

test('[R61] an address that reaches a known mailbox is named, and both accounts name each other', async () => {
  const mailbox = encodeURIComponent('a.b.c+new@googlemail.com');
  const sharing = () => good<Page<User>>(ADA, 'GET', `/api/users?mailbox=${mailbox}`);
  expect((await sharing()).items).toEqual([]);
  const first = await people.add(ADA, [], 'abc@gmail.com');
  expect((await sharing()).items.map(({ id }) => id)).toEqual([first.id]);
  const second = await people.add(ADA, [], 'a.bc+2@gmail.com');
  expect(second.same_mailbox).toEqual([{ id: first.id, name: first.name }]);
  const { items } = await good<Page<User>>(ADA, 'GET', '/api/users?q=abc@gmail.com');
  expect(items.map(({ same_mailbox }) => same_mailbox.map(({ id }) => id))).toEqual([[second.id]]);
});

test('[R61] whoever added somebody still did so after another one invited them, and the other way round', async () => {
  const [ben = ''] = await tester.addPeople(1, ALL);
  const person = await people.addAccepted(ADA, EVERYONE_MAY);
  expect((await people.invite(ben, person)).status).toBe(200);
  const { email } = await people.read(person);
  await people.accept(email);
  const { introduced_by } = await people.read(person);
  expect(introduced_by.map(({ id }) => id).toSorted()).toEqual([ADA, ben].toSorted());
  for (const author of [ADA, ben])
    expect(await voteWithAll(author, [person])).toMatchObject({ outcome: null, discounted: ['not_confirmed'] });
  for (const by of [ADA, ben]) expect((await people.confirm(by, person)).status).toBe(403);
});

test('[R61] nobody signs as the deputy of an account that the author has in their hands, for a draft as for an appetite', async () => {
  const { db } = server.database;
  const [colleague = '', deputy = ''] = await tester.addPeople(2, ALL);
  const twin = await people.addAccepted(ADA, ALL, mailboxOfAda('twin'));
  const [first_day = '', last_day = ''] = [0, 1].map((days) =>
    new Date(server.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const at = bucket();
  for (const change of [
    { kind: 'add_rule', rule: ruleFor([twin], at) },
    { kind: 'add_rule', rule: ruleFor([twin], at, { when: [{ kind: 'appetite' }] }) },
    { kind: 'add_deputy', deputy: { person: twin, deputy, first_day, last_day } },
  ]) {
    const { id } = await good<AuthorityProposal>(ADA, 'POST', '/api/authority/proposals', { body: { change } });
    await good(colleague, 'PUT', `/api/authority/proposals/${id}`, { body: { decision: 'confirm' } });
  }
  const body = { changes: [{ ...at, appetite: 2, was: 1 }] };
  await good(ADA, 'PUT', '/api/admin/appetites', { body });
  const { items } = await good<{ items: { id: string }[] }>(deputy, 'GET', '/api/appetite-proposals');
  const raised = await call(deputy, 'PUT', `/api/appetite-proposals/${items.at(-1)?.id}/decision`, {
    body: { decision: 'confirm', buckets: [at] },
  });
  expect([raised.status, (await tester.get(at)).appetite]).toEqual([403, 1]);

  const hash = await submitted(at, entries(), ADA);
  for (const who of [one, two]) expect((await vote(who, at, hash, 'approve')).status).toBe(200);
  const isHere = ({ partner, cob }: { partner: number | { number: number }; cob: string }) =>
    cob === at.cob && (typeof partner === 'number' ? partner : partner.number) === at.partner;
  // Whether the account may vote, or not any more: nobody is told that the vote of the deputy is needed.
  for (const permissions of [EVERYONE_MAY, []]) {
    await db.updateTable('person').set({ permissions }).where('id', '=', twin).execute();
    expect((await review(at)).round?.signers).toMatchObject([{ is_missing: true, can_sign: [], deputies: [] }]);
    const open = await listOpenVoting(db, { today: first_day });
    expect(open.find(isHere)?.signatures).toEqual([[]]);
    const queue = await good<Page<PendingReview>>(deputy, 'GET', '/api/reviews?limit=200');
    expect(queue.items.find(isHere)?.barred).toBe('other_signer');
  }
  const answer = await vote(deputy, at, hash, 'approve');
  const { round } = answer.json<Review>();
  expect([round?.outcome, round?.votes.map(({ acts_for }) => acts_for)]).toEqual([null, [[], [], []]]);
});
