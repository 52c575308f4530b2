import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cancelRound,
  castVote,
  type Choice,
  countVotes,
  missingVotes,
  refuseVote,
  type Round,
  startRound,
} from './round.ts';

const HASH = 'a'.repeat(64);
const round = (more: Partial<Round> = {}): Round => ({
  ...startRound({ hash: HASH, submitter: 'ann', editors: ['bob', 'ann'], required: 2 }),
  ...more,
});
const vote = (person: string, choice: Choice, more: Partial<{ hash: string; comment: string }> = {}) => ({
  person,
  choice,
  hash: HASH,
  comment: choice === 'reject' ? 'Too wide' : '',
  ...more,
});
const after = (...votes: ReturnType<typeof vote>[]) => votes.reduce(castVote, round());

describe('a round of review', () => {
  test('[R1] starts without a vote, and knows its authors once each', () => {
    expect(round()).toEqual({ hash: HASH, authors: ['ann', 'bob'], required: 2, votes: [], outcome: null });
  });

  test.each(['ann', 'bob'])('[R2] %s, an author, is refused', (person) => {
    expect(refuseVote(round(), vote(person, 'approve'))).toBe('author');
  });

  test('[R2] a vote of an author would count for nothing', () => {
    expect(after(vote('ann', 'approve'), vote('bob', 'approve')).outcome).toBeNull();
  });

  test('[R3] a second vote of one person counts once', () => {
    const twice = after(vote('cat', 'approve'), vote('cat', 'approve'));
    expect(twice.outcome).toBeNull();
    expect(countVotes(twice, 'approve')).toBe(1);
  });

  test('[R3] a changed vote takes the place of the first', () => {
    const changed = after(vote('cat', 'approve'), vote('cat', 'reject'));
    expect([countVotes(changed, 'approve'), countVotes(changed, 'reject')]).toEqual([0, 1]);
    expect(missingVotes(changed, 'approve')).toBe(2);
  });

  test('[R4] a vote on other content is refused, and counts for nothing', () => {
    const other = vote('cat', 'approve', { hash: 'b'.repeat(64) });
    expect(refuseVote(round(), other)).toBe('other-content');
    expect(after(other, vote('dan', 'approve')).outcome).toBeNull();
  });

  test('[R5] two approvals make it active, two rejections send it back, the first count decides', () => {
    expect(after(vote('cat', 'approve'), vote('dan', 'approve')).outcome).toBe('approved');
    expect(after(vote('cat', 'reject'), vote('dan', 'reject')).outcome).toBe('rejected');
    expect(after(vote('cat', 'approve'), vote('dan', 'reject'), vote('eve', 'reject')).outcome).toBe('rejected');
    expect(after(vote('cat', 'approve'), vote('dan', 'reject')).outcome).toBeNull();
  });

  test('[R6] a rejection needs a comment, an approval does not', () => {
    expect(refuseVote(round(), vote('cat', 'reject', { comment: '  ' }))).toBe('comment-missing');
    expect(refuseVote(round(), vote('cat', 'approve'))).toBeUndefined();
  });

  test.each(['approved', 'rejected', 'cancelled'] as const)('[R7] once %s it takes no vote', (outcome) => {
    expect(refuseVote(round({ outcome }), vote('cat', 'approve'))).toBe('round-closed');
  });

  test('[R8] a cancelled round keeps its votes, and stays what it became', () => {
    const cancelled = cancelRound(after(vote('cat', 'approve')));
    expect(cancelled).toMatchObject({ outcome: 'cancelled', votes: [{ person: 'cat' }] });
    expect(cancelRound(after(vote('cat', 'approve'), vote('dan', 'approve'))).outcome).toBe('approved');
  });
});

describe('any sequence of votes', () => {
  const people = fc.constantFrom('ann', 'bob', 'cat', 'dan', 'eve', 'fay');
  const step = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        person: people,
        choice: fc.constantFrom<Choice>('approve', 'reject'),
        hash: fc.constantFrom(HASH, HASH, HASH, 'other'),
        comment: fc.constantFrom('', 'Why'),
      }),
    },
    { weight: 1, arbitrary: fc.constant('cancel' as const) },
  );

  test('[R2][R4][R5] approved means two distinct approvers, no author, all on this hash', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = round();
        for (const one of steps) {
          if (one === 'cancel') now = cancelRound(now);
          else if (refuseVote(now, one) === undefined) now = castVote(now, one);
        }
        const approvers = new Set(now.votes.filter(({ choice }) => choice === 'approve').map(({ person }) => person));
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
