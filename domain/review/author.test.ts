import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeAuthor, explainAuthor, findAuthors, findNewVersions } from './author.ts';

const entry = (dial_id: string, version: number) => ({ dial_id, version, overrides: {} });
const NOTHING = { saved: false, submitted: false, dials: [], dial_count: 0 };
const named = (...names: string[]) => ({ dials: names.map((name) => ({ name })), dial_count: names.length });

describe('the authors of a draft', () => {
  test('[R2] are everyone who saved, submitted, or wrote a dial version it adds, once each', () => {
    const authors = findAuthors({
      savers: ['bob', 'ann', 'bob'],
      submitters: ['ann'],
      dialWriters: [
        { dial_id: 'two', person: 'cat' },
        { dial_id: 'one', person: 'cat' },
        { dial_id: 'one', person: 'ann' },
        { dial_id: 'one', person: 'cat' },
      ],
    });
    expect(authors).toEqual([
      { person: 'ann', saved: true, submitted: true, dials: ['one'] },
      { person: 'bob', saved: true, submitted: false, dials: [] },
      { person: 'cat', saved: false, submitted: false, dials: ['one', 'two'] },
    ]);
  });

  const people = fc.array(fc.constantFrom('ann', 'bob', 'cat', 'dan'));
  test('[R2] are never fewer because of another fact', () => {
    fc.assert(
      fc.property(people, people, people, (savers, submitters, writers) => {
        const dialWriters = writers.map((person) => ({ dial_id: 'one', person }));
        const found = findAuthors({ savers, submitters, dialWriters }).map(({ person }) => person);
        expect(new Set(found)).toEqual(new Set([...savers, ...submitters, ...writers]));
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

describe('the dial versions a draft brings in', () => {
  test('[R2] of an added dial are all up to the one that is added', () => {
    expect(findNewVersions([], [entry('one', 3)])).toEqual([{ dial_id: 'one', after: 0, upTo: 3 }]);
  });

  test('[R2] of an updated dial are those after the live one: skipped versions are included', () => {
    expect(findNewVersions([entry('one', 2)], [entry('one', 5)])).toEqual([{ dial_id: 'one', after: 2, upTo: 5 }]);
  });

  test('[R2] of a dial that goes back to an earlier version are all up to that one', () => {
    expect(findNewVersions([entry('one', 5)], [entry('one', 2)])).toEqual([{ dial_id: 'one', after: 0, upTo: 2 }]);
  });

  test('[R2] a dial that stays, moves, is overridden or is taken out brings in nothing', () => {
    const live = [entry('one', 2), entry('two', 1), entry('three', 1)];
    const draft = [{ ...entry('two', 1), overrides: { max_line: 5 } }, entry('one', 2)];
    expect(findNewVersions(live, draft)).toEqual([]);
  });
});

describe('why someone is an author', () => {
  test('[R2] is explained to them in one sentence', () => {
    const own = 'You edited or submitted this draft. Two other people decide about it.';
    expect(explainAuthor({ ...NOTHING, saved: true }, 2)).toBe(own);
    expect(explainAuthor({ ...NOTHING, submitted: true, ...named('A') }, 2)).toBe(own);
    expect(explainAuthor({ ...NOTHING, ...named('A') }, 2)).toBe(
      'You wrote “A”, a dial version that this draft brings in. Two other people decide about it.',
    );
    expect(explainAuthor({ ...NOTHING, ...named('A', 'B', 'C'), dial_count: 7 }, 2)).toBe(
      'You wrote “A”, “B”, “C” and 4 more, dial versions that this draft brings in. Two other people decide about it.',
    );
  });

  test('[R2] is described after their name', () => {
    expect(describeAuthor({ ...NOTHING, saved: true, submitted: true, ...named('A', 'B') })).toBe(
      'edited and submitted the draft, wrote “A” and “B”',
    );
    expect(describeAuthor({ ...NOTHING, submitted: true })).toBe('submitted the draft');
    expect(describeAuthor({ ...NOTHING, ...named('A') })).toBe('wrote “A”');
  });
});
