/** The median milliseconds of one call. */
export const median = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * All contestants take turns, so that other load on the machine affects all of them. Returns the median of each.
 */
export async function takeTurns<K extends string>(
  contestants: Readonly<Record<K, () => Promise<unknown>>>,
  { rounds, warmUp }: Readonly<{ rounds: number; warmUp: number }>,
): Promise<Record<K, number>> {
  const names = Object.keys(contestants) as K[];
  const times = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1)
    for (const name of names) {
      const taken = await time(contestants[name]);
      if (round >= 0) times.get(name)?.push(taken);
    }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<K, number>;
}

export const shown = (value: number, digits = 2): string => value.toFixed(digits).padStart(8);
