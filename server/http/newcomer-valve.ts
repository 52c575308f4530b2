/** Of the time, that the event loop worked: above this it does not keep up. */
const BUSY = 0.9;
/** Newcomers per slot in a sample; fewer are not what keeps the event loop busy. */
const FLOOD_PER_SLOT = 1;
const FIRST_SHARE = 0.5;
const MAX_SHARE = 0.98;
/** A share this small ends. */
const MIN_SHARE = 0.05;
const RISE = 2;
const FALL = 0.9;

export type NewcomerValve = ReturnType<typeof createNewcomerValve>;

/**
 * Which newcomers are refused although there are slots. A crowd whose requests are short never fills the slots: it waits
 * in the kernel, where nobody has a priority. Refusing takes less time than serving, so people who are signed in get it.
 */
export function createNewcomerValve({
  slots,
  random = Math.random,
}: Readonly<{ slots: number; random?: () => number }>) {
  let arrivals = 0;
  let share = 0;
  return {
    /** Whether this newcomer is refused. */
    refuses(): boolean {
      arrivals += 1;
      return share > 0 && random() < share;
    },
    /** After each sample, with the share of it in which the event loop worked. */
    adjust(utilization: number): void {
      const isFlood = utilization > BUSY && arrivals > slots * FLOOD_PER_SLOT;
      arrivals = 0;
      if (isFlood) share = Math.min(MAX_SHARE, Math.max(FIRST_SHARE, share * RISE));
      else share = share * FALL < MIN_SHARE ? 0 : share * FALL;
    },
  };
}
