/** A queue per owner. Owners take turns: one with much work delays the others by one item at most. */
export type FairQueue<T> = Readonly<{
  size: () => number;
  sizeOf: (owner: string) => number;
  add: (owner: string, work: T) => void;
  /** Puts work back at the front of the whole queue. */
  putBack: (owner: string, work: T) => void;
  /** The next item of the owner whose turn it is. */
  take: () => T | undefined;
  /** Everything, in the order in which it would have been taken. */
  takeAll: () => T[];
}>;

export function createFairQueue<T>(): FairQueue<T> {
  /** The first owner has the next turn. */
  let queues = new Map<string, T[]>();

  const take = (): T | undefined => {
    const [turn] = queues;
    if (turn === undefined) return undefined;
    const [owner, line] = turn;
    const work = line.shift();
    queues.delete(owner);
    if (line.length > 0) queues.set(owner, line);
    return work;
  };
  return {
    size: () => [...queues.values()].reduce((sum, { length }) => sum + length, 0),
    sizeOf: (owner) => queues.get(owner)?.length ?? 0,
    add: (owner, work) => void queues.set(owner, [...(queues.get(owner) ?? []), work]),
    putBack: (owner, work) => {
      const line = [work, ...(queues.get(owner) ?? [])];
      queues.delete(owner);
      queues = new Map([[owner, line], ...queues]);
    },
    take,
    takeAll: () => {
      const all: T[] = [];
      for (let work = take(); work !== undefined; work = take()) all.push(work);
      return all;
    },
  };
}
