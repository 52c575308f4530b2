import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainDependence, findDependents, type Privilege, type Grant, readPrivileges } from './independence.ts';

const grant = (by: string | null, to: string, ...given: Privilege[]): Grant => ({ by, to, given });
const dependents = (...grants: Grant[]) => Object.fromEntries(findDependents(['ann'], grants));

describe('who depends on an author', () => {
  test.each(['vote', 'link'] as const)('[R21] whoever got from one the %s', (given) => {
    expect(dependents(grant('ann', 'rex', given))).toEqual({ rex: { given, by: 'ann', author: 'ann' } });
  });

  test('[R21] nobody who got it from someone else, or from the command line', () => {
    expect(dependents(grant('bob', 'rex', 'vote', 'link'), grant(null, 'ray', 'vote', 'link'))).toEqual({});
  });

  test('[R21] not whoever got the right to change people alone: they could vote before', () => {
    expect(dependents(grant('ann', 'bob', 'people'))).toEqual({});
  });

  test.each(['people', 'link'] as const)('[R21] whoever got it from one who got the %s from an author', (given) => {
    const found = dependents(grant('ann', 'bob', given), grant('bob', 'cat', 'people'), grant('cat', 'rex', 'vote'));
    expect(found['rex']).toEqual({ given: 'vote', by: 'cat', author: 'ann' });
  });

  test('[R21] not whoever got it from one who got only the right to vote from an author', () => {
    expect(dependents(grant('ann', 'bob', 'vote'), grant('bob', 'rex', 'link'))).not.toHaveProperty('rex');
  });

  test('[R21] not whoever got it before the author gave the other anything', () => {
    expect(dependents(grant('bob', 'rex', 'link'), grant('ann', 'bob', 'people'))).toEqual({});
  });

  test('[R21] through any chronological chain of grants from an author, and no other', () => {
    const person = fc.constantFrom('ann', 'bob', 'cat', 'dan', 'eve');
    const given = fc.subarray<Privilege>(['vote', 'link', 'people'], { minLength: 1 });
    const some = fc.record({ by: fc.option(person, { freq: 6 }), to: person, given });
    /** Whether there is a chain to this gift, looked for backwards. */
    const comesFromAuthor = (grants: readonly Grant[], index: number): boolean => {
      const { by } = grants[index] ?? { by: null };
      if (by === 'ann') return true;
      return grants
        .slice(0, index)
        .some(
          ({ to, given: had }, before) =>
            to === by && had.some((one) => one !== 'vote') && comesFromAuthor(grants, before),
        );
    };
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), (grants) => {
        const expected = grants.flatMap(({ to, given: had }, index) =>
          had.some((one) => one !== 'people') && comesFromAuthor(grants, index) ? [to] : [],
        );
        expect(new Set(findDependents(['ann'], grants).keys())).toEqual(new Set(expected));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what a record gives a person', () => {
  const added = (...permissions: string[]) => readPrivileges('person_added', { became: { name: 'Rex', permissions } });
  test('[R21] an added person gets what they start with', () => {
    expect(added('review:view')).toEqual([]);
    expect(added('review:create')).toEqual(['vote']);
    expect(added('user:edit', 'review:create')).toEqual(['vote', 'people']);
  });

  test('[R21] changed permissions give what was not there before', () => {
    const readChangedPrivileges = (was: string[], became: string[]) =>
      readPrivileges('person_permissions_changed', { was, became });
    expect(readChangedPrivileges([], ['review:create', 'user:edit'])).toEqual(['vote', 'people']);
    expect(readChangedPrivileges(['review:create'], ['review:create', 'bucket:view'])).toEqual([]);
    expect(readChangedPrivileges(['review:create'], [])).toEqual([]);
  });

  test('[R21] an invitation is a way to sign in, and so is a reactivation, with the rights it brings back', () => {
    expect(readPrivileges('person_invited', { expires_at: '' })).toEqual(['link']);
    expect(readPrivileges('person_reactivated', { became: ['review:create'] })).toEqual(['link', 'vote']);
    expect(readPrivileges('person_deactivated', { was: ['review:create'] })).toEqual([]);
  });
});

test('[R21] explains to a dependent person why they cannot vote', () => {
  const nameOf = (id: string) => ({ ann: 'Ann', bob: 'Bob' })[id] ?? '';
  expect(explainDependence({ given: 'vote', by: 'ann', author: 'ann' }, nameOf)).toBe(
    'Ann gave you the right to vote after this draft was started, and is one of its authors. Other people decide about it.',
  );
  expect(explainDependence({ given: 'link', by: 'bob', author: 'ann' }, nameOf)).toBe(
    'Bob made your sign-in link after this draft was started, and could do so because of Ann, one of its authors. Other people decide about it.',
  );
});
