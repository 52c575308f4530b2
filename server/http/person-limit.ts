export type PersonLimit = (personId: string) => number;

type Options = Readonly<{ most: number; windowMs: number; now: () => Date }>;

/** Counts calls per person in windows of time: how many seconds to wait once there were too many, 0 before. */
export function personLimit({ most, windowMs, now }: Options): PersonLimit {
  let counts = new Map<string, number>();
  let startedAt = 0;
  return (personId) => {
    const at = now().getTime();
    if (at - startedAt >= windowMs || at < startedAt) {
      counts = new Map();
      startedAt = at;
    }
    const count = (counts.get(personId) ?? 0) + 1;
    counts.set(personId, count);
    return count > most ? Math.max(1, Math.ceil((startedAt + windowMs - at) / 1000)) : 0;
  };
}
