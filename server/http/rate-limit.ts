const MINUTE_MS = 60_000;

/** Counts requests per caller and minute: the seconds to wait once the limit is reached, else 0. */
export function createRateLimit(maxPerMinute: number, now: () => Date): (caller: string) => number {
  let counts = new Map<string, number>();
  let startedAt = 0;
  return (caller) => {
    const at = now().getTime();
    if (at - startedAt >= MINUTE_MS || at < startedAt) {
      counts = new Map();
      startedAt = at;
    }
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return count > maxPerMinute ? Math.max(1, Math.ceil((startedAt + MINUTE_MS - at) / 1000)) : 0;
  };
}
