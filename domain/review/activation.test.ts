import { expect, test } from 'vitest';
import { type ActivationStep, refuseActivation } from './activation.ts';

const name = (id: string) => `Dial ${id}`;

test('[R9] an expired or deleted dial stops the activation and is named', () => {
  expect(
    refuseActivation(
      [
        { dial_id: '1', kind: 'expired' },
        { dial_id: '2', kind: 'deleted' },
      ],
      name,
    ),
  ).toBe('This draft cannot go live with “Dial 1” (expired), “Dial 2” (deleted). Cancel the review and remove them.');
});

test('[R9] the advice fits the step, and one dial is not several', () => {
  const refuse = (step: ActivationStep) => refuseActivation([{ dial_id: '1', kind: 'expired' }], name, step);
  const why = 'This draft cannot go live with “Dial 1” (expired).';
  expect(refuse('submit')).toBe(`${why} Remove it first.`);
  expect(refuse('submitForDay')).toBe(`${why} Remove it, or choose an earlier day.`);
  expect(refuse('reschedule')).toBe(`${why} Choose an earlier day, or call it off and remove it.`);
});

test('[R9] a dial that starts later stops nothing', () => {
  expect(refuseActivation([{ dial_id: '1', kind: 'upcoming' }], name)).toBeUndefined();
  expect(refuseActivation([], name)).toBeUndefined();
});

test('[R9] of many, the first three are named and the rest counted', () => {
  const notes = ['1', '2', '3', '4', '5'].map((dial_id) => ({ dial_id, kind: 'expired' as const }));
  expect(refuseActivation(notes, name)).toContain('“Dial 3” (expired) and 2 more');
});
