import { expect, test } from 'vitest';
import { type ActivationStep, refuseActivation } from './activation.ts';

test('[R9] deleted dials stop the activation and are named', () => {
  expect(refuseActivation(['One', 'Two'])).toBe(
    'This draft cannot go live with “One” (deleted), “Two” (deleted). Cancel the review and remove them.',
  );
  expect(refuseActivation([])).toBeUndefined();
});

test('[R9] the advice fits the step, and one dial is not several', () => {
  const refuse = (step: ActivationStep) => refuseActivation(['One'], step);
  const why = 'This draft cannot go live with “One” (deleted).';
  expect(refuse('submit')).toBe(`${why} Remove it first.`);
  expect(refuse('reschedule')).toBe(`${why} Call it off and remove it.`);
});

test('[R9] of many, the first three are named and the rest counted', () => {
  expect(refuseActivation(['1', '2', '3', '4', '5'])).toContain('“3” (deleted) and 2 more');
});
