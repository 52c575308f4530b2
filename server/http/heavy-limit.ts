import type { ServerResponse } from 'node:http';
import { Problem } from '#contract/problem.ts';

/** Concurrent heavy requests per person. */
export const MAX_RUNNING = 2;
/** Queued heavy requests per person; more are rejected with 429. */
export const MAX_WAITING = 8;

type Person = { running: number; readonly waiting: Set<() => void> };
export type HeavyLimit = Readonly<{
  enter: (personId: string, response: ServerResponse) => Promise<void>;
  /** How many requests of all people wait. */
  countWaiting: () => number;
}>;

/**
 * Limits heavy requests per person, so that nobody slows others down. A request holds its slot until its response was
 * sent or its caller disconnected.
 */
export function createHeavyLimit(): HeavyLimit {
  const people = new Map<string, Person>();

  return {
    async enter(personId, response) {
      if (response.destroyed) throw callerLeft();
      const person = people.get(personId) ?? { running: 0, waiting: new Set() };
      people.set(personId, person);
      if (person.running >= MAX_RUNNING && person.waiting.size >= MAX_WAITING)
        throw new Problem(
          'too-many-requests',
          'Too many large requests of yours are running at once. Please try again when they are done.',
        );
      if (person.running >= MAX_RUNNING) await waitForSlot(person, response);
      else person.running += 1;
      onceFinished(response, () => {
        // The slot passes to the next in the queue.
        const [next] = person.waiting;
        if (next) next();
        else person.running -= 1;
        if (person.running === 0) people.delete(personId);
      });
    },
    countWaiting: () => [...people.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  };
}

function waitForSlot({ waiting }: Person, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      waiting.delete(start);
      response.off('close', leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(start);
      reject(callerLeft());
    };
    waiting.add(start);
    response.once('close', leave);
  });
}

/** An injected response finishes without a close event. */
export function onceFinished(response: ServerResponse, callback: () => void): void {
  const finish = () => {
    response.off('finish', finish).off('close', finish);
    callback();
  };
  response.once('finish', finish).once('close', finish);
}

export const callerLeft = () => new Problem('unavailable', 'The caller has gone.');
