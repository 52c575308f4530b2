import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePermissions } from '#domain/user/permission.ts';
import type { Dependence } from '#domain/review/independence.ts';
import type { Account, SecondPerson } from '#domain/review/counterpart.ts';
import { circleOf } from '#domain/review/testing.ts';
import { type Decider, describeSplit, explainClosed, explainMoved, refuseDecider, splitSteps } from './proposal.ts';
import { maySeeProposals } from './permission.ts';

const appetite = fc.integer({ min: 0, max: 999 }).map((cents) => cents / 100);

describe('[R40] the changes of one request', () => {
  test('are lowered or raised, and unchanged ones are neither', () => {
    const step = (was: number, to: number) => ({ was, appetite: to });
    expect(splitSteps([step(1, 0), step(1, 1), step(1, 1.01), step(0, 9.99)])).toEqual({
      lowered: [step(1, 0)],
      raised: [step(1, 1.01), step(0, 9.99)],
    });
  });

  test('never take effect at once if they raise what is live', () => {
    const steps = fc.array(fc.record({ was: appetite, appetite }));
    fc.assert(
      fc.property(steps, (all) => {
        const { lowered, raised } = splitSteps(all);
        expect(lowered.every((one) => one.appetite < one.was)).toBe(true);
        expect(lowered.length + raised.length).toBe(all.filter((one) => one.appetite !== one.was).length);
      }),
    );
  });

  test.each([
    [4, 3, '4 lowered now. 3 raised when a second person confirms.'],
    [4, 0, '4 lowered now.'],
    [0, 1, '1 raised when a second person confirms.'],
    [0, 0, 'No appetite changed.'],
  ])('%i lowered and %i raised read: %s', (lowered, raised, text) =>
    expect(describeSplit({ lowered, raised })).toBe(text),
  );
});

describe('[R41] whoever decides about a raise', () => {
  const rex: Decider = { id: 'rex', permissions: parsePermissions(['review:create']) };
  const second = (more: Partial<Account> = {}, dependence?: Dependence): SecondPerson => ({
    circle: circleOf({ id: 'ann' }, { id: 'rex', ...more }),
    dependence,
    nameOf: (id) => id.toUpperCase(),
  });
  const refuse = (person: Partial<Decider>, by = second()) => refuseDecider('ann', { ...rex, ...person }, by);

  test.each([[['review:create']], [['admin:edit']], [['admin:edit', 'review:create']]])('holds %j', (entries) =>
    expect(refuse({ permissions: parsePermissions(entries) })).toBeUndefined(),
  );

  test.each([[[]], [['admin:view', 'admin:create', 'review:view', 'bucket:edit', 'user:edit']]])(
    'is not somebody with %j',
    (entries) =>
      expect(refuse({ permissions: parsePermissions(entries) })).toBe('This needs edit on admin or create on review.'),
  );

  test('is not the proposer, whatever they hold', () => {
    const permissions = parsePermissions(['admin:edit', 'review:create']);
    expect(refuse({ id: 'ann', permissions })).toBe('You proposed this. A second person decides about it.');
  });

  test('is verified', () => {
    expect(refuse({}, second({ verification: null }))).toMatch(/^Your identity is not verified/);
  });

  test('did not get the right or a link from the proposer since', () => {
    expect(refuse({}, second({}, { given: 'vote', by: 'ann', author: 'ann' }))).toBe(
      'ANN gave you the right to decide after this was proposed, and proposed it. Someone else decides about it.',
    );
    expect(refuse({}, second({}, { given: 'link', by: 'bob', author: 'ann' }))).toBe(
      'BOB made your sign-in link after this was proposed, and could do so because of ANN, who proposed it. Someone else decides about it.',
    );
  });

  test('[R61] was not added or invited by the proposer, unless somebody else confirmed them', () => {
    expect(refuse({}, second({ introduced_by: ['ann'] }))).toBe(
      'ANN added or invited you, and nobody else has confirmed who you are. Someone else decides about it.',
    );
    expect(refuse({}, second({ introduced_by: ['ann'], vouched_at: new Date(0) }))).toBeUndefined();
  });

  test('[R61] does not share a mailbox with the proposer', () => {
    expect(refuse({}, second({ email: 'Ann+two@example.test' }))).toMatch(/^You share a mailbox with ANN/);
  });
});

test('a raise that no longer waits, and an appetite that has moved, are named', () => {
  expect(explainClosed('Cargo, 9101 Alder', 'declined', 'Rex')).toBe(
    'The raise of Cargo, 9101 Alder no longer waits: Rex declined it.',
  );
  expect(explainMoved('Cargo, 9101 Alder', 1.2, 1)).toBe(
    'The appetite of Cargo, 9101 Alder is 1.00 now. The raise was proposed from 1.20.',
  );
});

test.each([
  [['admin:view'], true],
  [['review:view'], true],
  [['review:create'], true],
  [['bucket:edit', 'dials:edit', 'user:edit'], false],
])('%j sees proposals: %s', (entries, sees) => expect(maySeeProposals(parsePermissions(entries))).toBe(sees));
