import { setTimeout as pause } from 'node:timers/promises';
import { time } from '../measure.ts';

const PEOPLE = 10;
const SECONDS = 10;
/** Longer than the longest time between two runs of a job that reads the book. */
const QUIET_SECONDS = 310;

type Together = Readonly<{ p99: number; refused: number; answers: number }>;

/** Ten people ask for something heavy without a pause, while an eleventh reads something light. */
export async function readTogether(
  heavy: () => Promise<unknown>,
  light: () => Promise<unknown>,
  end = performance.now() + SECONDS * 1000,
): Promise<Together> {
  const times: number[] = [];
  let [refused, answers] = [0, 0];
  const repeat = async (work: () => Promise<unknown>) => {
    while (performance.now() < end)
      await work().then(
        () => (answers += 1),
        () => (refused += 1),
      );
  };
  await Promise.all([
    ...Array.from({ length: PEOPLE }, () => repeat(heavy)),
    repeat(async () => void times.push(await time(light))),
  ]);
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, refused, answers };
}

/** The longest time that the jobs of a server that nobody asks keep it from doing anything else, in milliseconds. */
export async function measureJobs(metricsUrl: string): Promise<number> {
  // Each look at the figures begins a new measurement.
  await fetch(metricsUrl);
  await pause(QUIET_SECONDS * 1000);
  const metrics = await (await fetch(metricsUrl)).text();
  const lagOf = (of: 'min' | 'max') =>
    Number(new RegExp(`^nodejs_eventloop_lag_${of}_seconds (\\S+)`, 'm').exec(metrics)?.[1]) * 1000;
  // Node measures from one sample to the next, so an idle process shows the interval between them, ten milliseconds.
  return lagOf('max') - lagOf('min');
}
