import { expect, test } from 'vitest';
import { isSetupDone, isStepDone, setupPeople, SETUP_STEPS, type SetupFacts } from './setup.ts';

const NOTHING: SetupFacts = {
  required: 2,
  partners: 0,
  classes: 0,
  buckets: 0,
  people: 1,
  reviewers: 1,
  unconfirmed: 0,
  dials: 0,
  portfolios: 0,
};
const ALL: SetupFacts = {
  partners: 1,
  classes: 1,
  buckets: 1,
  ...setupPeople(2),
  required: 2,
  unconfirmed: 0,
  dials: 1,
  portfolios: 1,
};

test('a step is done by its fact', () => {
  expect(SETUP_STEPS.filter((step) => isStepDone(step, NOTHING))).toEqual([]);
  expect(SETUP_STEPS.filter((step) => isStepDone(step, ALL))).toEqual(SETUP_STEPS);
  expect([isSetupDone(NOTHING), isSetupDone(ALL)]).toEqual([false, true]);
});

test('people are enough once an author and two reviewers can be three people', () => {
  const people = (count: number, reviewers: number) => isStepDone('people', { ...ALL, people: count, reviewers });
  expect([people(2, 2), people(3, 1), people(3, 2), people(9, 1)]).toEqual([false, false, true, false]);
});
