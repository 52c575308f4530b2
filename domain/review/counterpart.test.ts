import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Account,
  createCircle,
  explainBond,
  explainUncountedVote,
  isVerified,
  needsConfirmation,
  refuseConfirmation,
} from './counterpart.ts';
import { circleOf, makeAccount } from './testing.ts';

const VOUCHED = { vouched_at: new Date(0) };
const nameOf = (id: string): string => id.toUpperCase();

describe('[R26] whose identity is verified', () => {
  test.each([
    [{ verification: null }, false],
    [{ verification: 'mailbox' as const }, true],
    [{ verification: 'demo' as const }, true],
    [{ verification: 'tenant' as const, email_verified: true }, true],
    [{ verification: 'tenant' as const, email_verified: false }, false],
    [{ verification: 'colleague' as const, email_verified: false }, true],
  ])('%j: %s', (account, isKnown) => {
    expect(isVerified(makeAccount({ id: 'pat', ...account }))).toBe(isKnown);
    expect(circleOf({ id: 'pat', ...account }).isVerified('pat')).toBe(isKnown);
  });

  test('nobody of whom it is not known who added them', () => {
    const unknown = makeAccount({ id: 'pat', vouched_at: null });
    expect(isVerified(unknown)).toBe(false);
    expect(isVerified({ ...unknown, directory: 'hosted', verification: 'tenant', email_verified: true })).toBe(true);
    expect(isVerified({ ...unknown, ...VOUCHED })).toBe(true);
  });

  test('nobody whom the directory does not know', () => {
    expect(circleOf().isVerified('pat')).toBe(false);
    expect(circleOf().needsConfirmation('pat')).toBe(true);
  });
});

describe('[R61] two accounts count as one person', () => {
  test.each<[string, Partial<Account>[], unknown]>([
    [
      'who share a mailbox, confirmed or not',
      [
        { email: 'b+a@x.test', ...VOUCHED },
        { email: 'B@x.test', ...VOUCHED },
      ],
      'mailbox',
    ],
    ['one of which added the other', [{}, { introduced_by: ['a'] }], 'introduced'],
    ['one of which was added by the other', [{ introduced_by: ['b'] }, {}], 'introduced'],
    [
      'one of which added the other through a third',
      [{}, { introduced_by: ['c'] }, { introduced_by: ['a'] }],
      'introduced',
    ],
    ['that a third added', [{ introduced_by: ['c'] }, { introduced_by: ['c'] }, {}], 'introduced'],
    [
      'one of which was added by another account of the other',
      [{}, { introduced_by: ['c'] }, { email: 'a+c@example.test' }],
      'introduced',
    ],
  ])('%s', (_what, [a, b, c], kind) => {
    const circle = circleOf({ id: 'a', ...a }, { id: 'b', ...b }, { id: 'c', ...c });
    expect(circle.findBond('a', 'b')?.kind).toBe(kind);
    expect(circle.findBond('b', 'a')?.kind).toBe(kind);
  });

  test.each<[string, Partial<Account>[]]>([
    ['that nobody introduced', [{}, {}]],
    ['one of which added the other, whom somebody else confirmed', [{}, { introduced_by: ['a'], ...VOUCHED }]],
    ['that a third added, once one is confirmed', [{ introduced_by: ['c'], ...VOUCHED }, { introduced_by: ['c'] }]],
    [
      'one of which was added by somebody whom the other added and a second person confirmed',
      [{}, { introduced_by: ['c'] }, { introduced_by: ['a'], ...VOUCHED }],
    ],
    ['that both invited a third', [{}, {}, { introduced_by: ['a', 'b'] }]],
  ])('but not those %s', (_what, [a, b, c]) => {
    const circle = circleOf({ id: 'a', ...a }, { id: 'b', ...b }, { id: 'c', ...c });
    expect(circle.findBond('a', 'b')).toBeUndefined();
  });

  test('as long as nobody has verified or made one of them', () => {
    const outside = { directory: 'hosted', verification: 'tenant', vouched_at: null } as const;
    const circle = circleOf({ id: 'a' }, { id: 'b', ...outside }, { id: 'c', ...outside, email_verified: true });
    expect(circle.findBond('a', 'b')).toEqual({ kind: 'unknown', people: ['b'] });
    expect(circle.findBond('a', 'c')).toBeUndefined();
    expect(refuseConfirmation(circle, { actor: 'a', person: 'b' })).toBeUndefined();
  });

  test('also when two invited each other', () => {
    const circle = circleOf({ id: 'a', introduced_by: ['b'] }, { id: 'b', introduced_by: ['a'] }, { id: 'c' });
    expect(circle.findBond('a', 'b')?.kind).toBe('introduced');
    expect(circle.findBond('a', 'c')).toBeUndefined();
  });
});

/**
 * One human has a mailbox, and every account that she makes by accounts of hers is hers, until another human confirms it.
 * Whatever the order of their acts, no account of hers counts beside another one.
 */
test('[R61] no account that one human made counts beside another one, in any order of acts', () => {
  const HUMANS = ['ada', 'bob', 'cat'];
  const acts = fc.array(
    fc.record({
      kind: fc.constantFrom('add', 'invite', 'confirm'),
      by: fc.nat(7),
      to: fc.nat(7),
      tag: fc.boolean(),
    }),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(acts, (steps) => {
      const accounts: Account[] = HUMANS.map((id) => makeAccount({ id, ...VOUCHED }));
      /** Which human has an account: the model knows what the directory cannot. */
      const owner = new Map(HUMANS.map((id) => [id, id]));
      steps.forEach(({ kind, by, to, tag }, index) => {
        const actor = accounts[by % accounts.length];
        const target = accounts[to % accounts.length];
        if (actor === undefined || target === undefined) return;
        const circle = createCircle(accounts);
        const introducers = [...circle.listIntroducers(actor.id)];
        const replace = (more: Partial<Account>) =>
          accounts.splice(accounts.indexOf(target), 1, { ...target, ...more });
        if (kind === 'add') {
          const id = `new${index}`;
          const email = tag ? actor.email.replace('@', `+${index}@`) : `${id}@example.test`;
          accounts.push(makeAccount({ id, email, introduced_by: introducers }));
          owner.set(id, owner.get(actor.id) ?? '');
        } else if (kind === 'invite' && actor.id !== target.id) {
          replace({ introduced_by: [...target.introduced_by, ...introducers].filter((one) => one !== target.id) });
        } else if (
          kind === 'confirm' &&
          refuseConfirmation(circle, { actor: actor.id, person: target.id }) === undefined
        ) {
          expect(owner.get(actor.id), 'nobody confirms themselves').not.toBe(owner.get(target.id));
          // The other human stands behind it from now on.
          if (needsConfirmation(target)) {
            replace({ verification: 'colleague', ...VOUCHED });
            owner.set(target.id, `${target.id}, confirmed`);
          }
        }
      });
      const circle = createCircle(accounts);
      for (const one of accounts)
        for (const other of accounts)
          if (one.id !== other.id && owner.get(one.id) === owner.get(other.id))
            expect(circle.findBond(one.id, other.id), `${one.id} and ${other.id}`).toBeDefined();
    }),
    { numRuns: 3000 },
  );
});

describe('[R27] a second person confirms', () => {
  const refusal = (
    actor: Partial<Account>,
    person: Partial<Account>,
    ...others: (Partial<Account> & { id: string })[]
  ) =>
    refuseConfirmation(circleOf({ id: 'ada', ...actor }, { id: 'pat', ...person }, { id: 'max' }, ...others), {
      actor: 'ada',
      person: 'pat',
    });

  test('someone whom another administrator invited', () => {
    expect(refusal({}, { introduced_by: ['max'] })).toBeUndefined();
  });

  test('someone the command line added, although it added both', () => {
    expect(refusal(VOUCHED, { ...VOUCHED, verification: null })).toBeUndefined();
  });

  test('someone whom their own inviter invited, once they are confirmed themselves', () => {
    expect(refusal({ introduced_by: ['max'], ...VOUCHED }, { introduced_by: ['max'] })).toBeUndefined();
  });

  test.each<[string, Partial<Account>, Partial<Account>, string]>([
    ['anyone while not verified', { verification: null }, {}, 'not verified'],
    ['whom they invited', {}, { introduced_by: ['ada'] }, 'You added or invited this person'],
    ['whom they and another person invited', {}, { introduced_by: ['max', 'ada'] }, 'You added or invited this person'],
    ['who invited them', { introduced_by: ['pat'] }, {}, 'added or invited you'],
    [
      'who invited them, although another person confirmed that',
      { introduced_by: ['pat'], ...VOUCHED },
      {},
      'added or invited you',
    ],
    [
      'who was invited by their own inviter',
      { introduced_by: ['max'] },
      { introduced_by: ['max'] },
      'by the same person',
    ],
    ['who has their own mailbox', { email: 'ada@gmail.com' }, { email: 'A.D.A+2@googlemail.com' }, 'share a mailbox'],
    ['whom another account of theirs invited', {}, { introduced_by: ['ada2'] }, 'You added or invited this person'],
  ])('but not %s', (_whom, actor, person, sentence) => {
    expect(refusal(actor, person, { id: 'ada2', email: 'ada+2@example.test' })).toContain(sentence);
  });

  test('but not themselves', () => {
    expect(refuseConfirmation(circleOf({ id: 'ada' }), { actor: 'ada', person: 'ada' })).toContain('your own identity');
  });
});

test('says why two accounts count as one person', () => {
  const mailbox = { kind: 'mailbox', people: ['ann', 'bob'] } as const;
  expect(explainBond(mailbox, { nameOf })).toBe('ANN shares a mailbox with BOB, so they count as one person.');
  expect(explainBond(mailbox, { nameOf: () => 'Ann' })).toContain('another account of that name');
  expect(explainBond(mailbox, { nameOf, reader: 'bob' })).toBe(
    'You share a mailbox with ANN, so you count as one person.',
  );
  const unknown = { kind: 'unknown', people: ['pat'] } as const;
  expect(explainBond(unknown, { nameOf })).toBe('It is not verified who PAT is, so nobody counts as another person.');
  const introduced = { kind: 'introduced', by: 'ada', people: ['pat'], isHosted: false } as const;
  expect(explainBond({ ...introduced, isHosted: true }, { nameOf, reader: 'pat' })).toBe(
    'ADA confirmed who you are, and nobody else has.',
  );
  expect(explainBond(introduced, { nameOf })).toBe(
    'ADA added or invited PAT, and nobody else has confirmed who they are.',
  );
  expect(explainUncountedVote(introduced, { nameOf, reader: 'pat' })).toBe(
    'Your vote will be shown but not counted. ADA added or invited you, and nobody else has confirmed who you are. Vote again after an administrator whom ADA did not add or invite has confirmed you.',
  );
  expect(explainBond({ ...introduced, people: ['pat', 'pit'] }, { nameOf, reader: 'ada' })).toBe(
    'You added or invited both PAT and PIT, and nobody else has confirmed who they are.',
  );
});
