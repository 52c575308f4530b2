/** Counts by name, without an entry for 0. */
export function createCounter() {
  const counts = new Map<string, number>();
  const get = (name: string): number => counts.get(name) ?? 0;
  return {
    get,
    add(name: string, change: number): void {
      const count = get(name) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
