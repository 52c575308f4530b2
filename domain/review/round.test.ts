import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  castVote,
  type Choice,
  countChoice,
  describeFreeSlots,
  isApprovalNeeded,
  isDeciding,
  isRepeatedVote,
  recountVotes,
  refuseVote,
  type Round,
  type RoundNeeds,
} from './round.ts';

const needs = (required: number, ...signers: RoundNeeds['signers']): RoundNeeds => ({ required, signers });
const eve = { person: 'eve', actsFor: [] };
const HASH = 'a'.repeat(64);
const round = (more: Partial<Round> = {}): Round => ({
  hash: HASH,
  authors: ['ann', 'bob'],
  required: 2,
  signers: [],
  votes: [],
  outcome: null,
  isScheduled: false,
  ...more,
});
const vote = (person: string, choice: Choice, more: Partial<{ hash: string; comment: string }> = {}) => ({
  person,
  choice,
  hash: HASH,
  comment: choice === 'reject' ? 'Too wide' : '',
  ...more,
});
const after = (...votes: ReturnType<typeof vote>[]) => votes.reduce((so, next) => castVote(so, next), round());

describe('a round of review', () => {
  test.each(['ann', 'bob'])('[R2] %s, an author, is refused', (person) => {
    expect(refuseVote(round(), vote(person, 'approve'), false)).toBe('author');
  });

  test('[R2] a vote of an author does not count', () => {
    expect(after(vote('ann', 'approve'), vote('bob', 'approve')).outcome).toBeNull();
  });

  test('[R3] a second vote of one person counts once', () => {
    const twice = after(vote('cat', 'approve'), vote('cat', 'approve'));
    expect(twice.outcome).toBeNull();
    expect(countChoice(twice.votes, 'approve')).toBe(1);
  });

  test('[R3] a changed vote replaces the first', () => {
    const changed = after(vote('cat', 'approve'), vote('cat', 'reject'));
    expect([countChoice(changed.votes, 'approve'), countChoice(changed.votes, 'reject')]).toEqual([0, 1]);
    expect(describeFreeSlots(changed.votes, needs(2))).toEqual(['One more rejection sends it back to Draft']);
  });

  test('[R4] a vote on other content is refused and does not count', () => {
    const other = vote('cat', 'approve', { hash: 'b'.repeat(64) });
    expect(refuseVote(round(), other, false)).toBe('other-content');
    expect(after(other, vote('dan', 'approve')).outcome).toBeNull();
  });

  test('[R5] two approvals make it active, two rejections send it back, the first count decides', () => {
    expect(after(vote('cat', 'approve'), vote('dan', 'approve')).outcome).toBe('approved');
    expect(after(vote('cat', 'reject'), vote('dan', 'reject')).outcome).toBe('rejected');
    expect(after(vote('cat', 'approve'), vote('dan', 'reject'), vote('eve', 'reject')).outcome).toBe('rejected');
    expect(after(vote('cat', 'approve'), vote('dan', 'reject')).outcome).toBeNull();
  });

  test('[R5] the vote that decides is known before it is cast; one that no longer counts makes none decide', () => {
    const { votes } = after(vote('cat', 'approve'));
    expect(isDeciding(votes, needs(2), 'approve', eve)).toBe(true);
    expect(isDeciding(votes, needs(2), 'reject', eve)).toBe(false);
    expect(isDeciding([], needs(2), 'approve', eve)).toBe(false);
    const gone = { person: 'cat', actsFor: [], choice: 'approve', discounted: 'deactivated' } as const;
    expect(isDeciding([gone], needs(2), 'approve', eve)).toBe(false);
  });

  test('[R6] a rejection needs a comment, an approval does not', () => {
    expect(refuseVote(round(), vote('cat', 'reject', { comment: '  ' }), false)).toBe('comment-missing');
    expect(refuseVote(round(), vote('cat', 'approve'), false)).toBeUndefined();
  });

  test.each(['approved', 'rejected', 'cancelled'] as const)('[R7] once %s it takes no vote', (outcome) => {
    expect(refuseVote(round({ outcome }), vote('cat', 'approve'), false)).toBe('round-closed');
  });

  test('[R21] a vote of someone who depends on an author is refused, whatever it is on', () => {
    expect(refuseVote(round(), vote('cat', 'approve'), true)).toBe('dependent');
    expect(refuseVote(round(), vote('cat', 'approve', { hash: 'b'.repeat(64) }), true)).toBe('dependent');
    expect(refuseVote(round(), vote('ann', 'approve'), true)).toBe('author');
  });

  test('[R22] a vote that no longer counts is kept, marked, and takes the decision back', () => {
    const decided = after(vote('cat', 'approve'), vote('dan', 'approve'));
    const recounted = recountVotes(decided, new Map([['cat', 'deactivated']]));
    expect(recounted).toMatchObject({
      outcome: null,
      votes: [
        { person: 'cat', discounted: 'deactivated' },
        { person: 'dan', discounted: null },
      ],
    });
    expect(describeFreeSlots(recounted.votes, needs(2))).toEqual(['One more approval makes it Active']);
    expect(castVote(recounted, vote('eve', 'approve')).outcome).toBe('approved');
  });

  test('[R22] a rejection that no longer counts does not stop an approval that decides', () => {
    const decided = after(vote('cat', 'reject'), vote('dan', 'approve'), vote('eve', 'approve'));
    expect(recountVotes(decided, new Map([['cat', 'not_permitted']])).outcome).toBe('approved');
  });

  test('[R22] someone whose vote no longer counts can vote again once they may', () => {
    const recounted = recountVotes(after(vote('cat', 'approve')), new Map([['cat', 'deactivated']]));
    const again = castVote(recounted, vote('cat', 'approve'));
    expect(countChoice(again.votes, 'approve')).toBe(1);
  });
});

describe('a round with required signers', () => {
  const signed = round({ signers: [{ people: ['sam', 'tim'] }] });
  const cast = (...votes: readonly [string, ...(readonly string[])][]) =>
    votes.reduce((so, [person, ...actsFor]) => castVote(so, vote(person, 'approve'), { actsFor }), signed);

  test('[R49] two approvals without a required signer leave it open; theirs decides it', () => {
    expect(cast(['cat'], ['dan']).outcome).toBeNull();
    expect(cast(['cat'], ['dan'], ['tim']).outcome).toBe('approved');
    expect(cast(['sam'], ['cat']).outcome).toBe('approved');
    expect(cast(['sam']).outcome).toBeNull();
  });

  test('[R49] two rejections send it back whoever gives them', () => {
    const back = ['cat', 'dan'].reduce((so, person) => castVote(so, vote(person, 'reject')), signed);
    expect(back.outcome).toBe('rejected');
  });

  test('[R50] a deputy signs for the person; a vote that no longer counts signs for nobody', () => {
    expect(cast(['cat', 'sam'], ['dan']).outcome).toBe('approved');
    const recounted = recountVotes(cast(['cat', 'sam'], ['dan']), new Map([['cat', 'deactivated']]));
    expect(castVote(recounted, vote('eve', 'approve')).outcome).toBeNull();
  });

  test('[R50] the same vote for other people is another vote', () => {
    const repeats = (actsFor: readonly string[]) => isRepeatedVote(cast(['cat']), vote('cat', 'approve'), { actsFor });
    expect([repeats([]), repeats(['sam'])]).toEqual([true, false]);
  });

  test('[R55] once enough others approved, only the missing signers and their deputies are needed', () => {
    const isNeeded = (votes: Round['votes'], ...[person, ...actsFor]: readonly [string, ...(readonly string[])]) =>
      isApprovalNeeded(votes, signed, { person, actsFor });
    const [one, two] = [cast(['cat']).votes, cast(['cat'], ['dan']).votes];
    expect([isNeeded(one, 'eve'), isNeeded(two, 'eve')]).toEqual([true, false]);
    expect([isNeeded(two, 'tim'), isNeeded(two, 'eve', 'sam')]).toEqual([true, true]);
  });

  test('[R49] the free slot names who must sign', () => {
    const { votes } = cast(['cat']);
    const nameOf = (person: string) => person.toUpperCase();
    expect(describeFreeSlots(votes, signed, { nameOf })).toEqual(['Must be SAM or TIM. Makes it Active']);
    expect(describeFreeSlots(cast(['cat'], ['dan']).votes, signed, { nameOf })).toHaveLength(1);
    expect(describeFreeSlots([], signed, { nameOf })).toEqual([
      'One must be SAM or TIM',
      'Two approvals make it Active',
    ]);
    expect(isDeciding(votes, signed, 'approve', eve)).toBe(false);
    expect(isDeciding(votes, signed, 'approve', { person: 'eve', actsFor: ['tim'] })).toBe(true);
  });

  test('[R51] a further signer never makes approval easier', () => {
    const people = ['cat', 'dan', 'eve', 'fay'];
    const signer = fc.record({ people: fc.subarray(people) });
    const steps = fc.array(
      fc.record({ person: fc.constantFrom(...people), actsFor: fc.subarray(people), approves: fc.boolean() }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(steps, fc.array(signer, { maxLength: 3 }), signer, (votes, signers, more) => {
        const run = (all: typeof signers) =>
          votes.reduce(
            (so, { person, actsFor, approves }) =>
              refuseVote(so, vote(person, approves ? 'approve' : 'reject'), false) === undefined
                ? castVote(so, vote(person, approves ? 'approve' : 'reject'), { actsFor })
                : so,
            round({ signers: all }),
          ).outcome;
        // The first vote that approves under more rules approves under fewer, unless it was decided before.
        if (run([...signers, more]) === 'approved') expect(run(signers)).toBe('approved');
      }),
      { numRuns: 5000 },
    );
  });
});

describe('any sequence of votes', () => {
  const people = fc.constantFrom('ann', 'bob', 'cat', 'dan', 'eve', 'fay');
  const step = fc.record({
    person: people,
    choice: fc.constantFrom<Choice>('approve', 'reject'),
    hash: fc.constantFrom(HASH, HASH, HASH, 'other'),
    comment: fc.constantFrom('', 'Why'),
    /** Who turns out to be deactivated when this vote decides. */
    gone: fc.option(people, { nil: undefined, freq: 4 }),
  });

  test('[R2][R4][R5][R22] approved means two distinct approvers that count, no author, all on this hash', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = round();
        for (const { gone, ...one } of steps) {
          if (refuseVote(now, one, false) !== undefined) continue;
          now = castVote(now, one);
          if (now.outcome !== null && gone !== undefined) now = recountVotes(now, new Map([[gone, 'deactivated']]));
        }
        const approvers = new Set(
          now.votes
            .filter(({ choice, discounted }) => choice === 'approve' && discounted === null)
            .map(({ person }) => person),
        );
        if (now.outcome === 'approved') expect(approvers.size).toBe(2);
        if (now.outcome === null) expect(approvers.size).toBeLessThan(2);
        expect([...approvers].filter((person) => now.authors.includes(person))).toEqual([]);
        expect(now.votes.every(({ hash }) => hash === HASH)).toBe(true);
        expect(new Set(now.votes.map(({ person }) => person)).size).toBe(now.votes.length);
      }),
      { numRuns: 5000 },
    );
  });
});

const given = (...choices: Choice[]) =>
  choices.map((choice, index) => ({ person: `p${index}`, actsFor: [], choice, discounted: null }));

test.each([
  [[], ['Two approvals make it Active', 'Two rejections send it back to Draft']],
  [['approve'], ['One more approval makes it Active']],
  [['reject'], ['One more rejection sends it back to Draft']],
  [['approve', 'reject'], ['One more approval makes it Active, one more rejection sends it back to Draft']],
  [['approve', 'approve'], []],
  [['reject', 'approve', 'reject'], []],
] as const)('after %j the free slots describe the next vote', (choices, texts) => {
  expect(describeFreeSlots(given(...choices), needs(2))).toEqual(texts);
});

test('as many slots as votes needed, whatever the number is', () => {
  expect(describeFreeSlots([], needs(2), { liveOn: '2026-12-14', stands: '2027-01-01' })).toEqual([
    'Two approvals make it live on 14 Dec 2026',
    'Two rejections keep 1 Jan 2027',
  ]);
  expect(describeFreeSlots([], needs(3))).toHaveLength(3);
  expect(describeFreeSlots([], needs(1))).toEqual([
    'One more approval makes it Active, one more rejection sends it back to Draft',
  ]);
});

test('a vote that no longer counts leaves its slot free', () => {
  const gone = { person: 'cat', actsFor: [], choice: 'approve', discounted: 'deactivated' } as const;
  expect(describeFreeSlots([gone], needs(2))).toEqual(describeFreeSlots([], needs(2)));
  expect(describeFreeSlots([gone, ...given('approve')], needs(2))).toEqual(['One more approval makes it Active']);
});
