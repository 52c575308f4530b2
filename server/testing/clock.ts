import { beforeEach } from 'vitest';

/** A clock that goes on by a second with every look at it. Every test begins at the start. */
export function createClock(start: string) {
  let clock = Date.parse(start);
  const moveTo = (moment: string) => void (clock = Date.parse(moment));
  beforeEach(() => moveTo(start));
  return { now: () => new Date((clock += 1000)), moveTo };
}
