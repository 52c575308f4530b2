import { expect, test } from 'vitest';
import type { Api } from '#web/base/api/nouns.ts';
import { changeDials } from './changeDials.ts';

const dials = Array.from({ length: 25 }, (_, index) => ({ id: String(index), name: `Dial ${index}` }));

/** Deletes dials, some at the same time; the one with id 3 is refused. */
function fakeDials() {
  const running = { now: 0, most: 0 };
  const api = {
    getDial: async ({ params }: { params: { dialId: string } }) => ({
      revision: '1',
      data: { name: `Dial ${params.dialId}` },
    }),
    deleteDial: async ({ params }: { params: { dialId: string } }) => {
      running.most = Math.max(running.most, (running.now += 1));
      await Promise.resolve();
      running.now -= 1;
      if (params.dialId === '3') throw new Error('In a bucket');
    },
  } as unknown as Api;
  return { api, running };
}

test('Many dials are changed in batches, with progress; a refusal does not stop the others', async () => {
  const { api, running } = fakeDials();
  const steps: number[] = [];
  const { refused, tried } = await changeDials(api, 'delete', dials, {
    onStep: (through) => steps.push(through),
    isStopped: () => false,
  });
  expect([steps, tried, running.most]).toEqual([[0, 10, 20], 25, 10]);
  expect(refused.map(({ name }) => name)).toEqual(['Dial 3']);
});

test('It stops after the batch that runs', async () => {
  const { api } = fakeDials();
  let through = 0;
  const progress = { onStep: (done: number) => void (through = done), isStopped: () => through === 10 };
  expect(await changeDials(api, 'delete', dials, progress)).toMatchObject({ tried: 20 });
});
