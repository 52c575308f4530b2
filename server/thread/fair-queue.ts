/** Work that waits, in a line per owner. Owners take turns: one with much work delays the others by one piece at most. */
export type FairQueue<T> = Readonly<{
  size: () => number;
  sizeOf: (owner: string) => number;
  add: (owner: string, work: T) => void;
  /** Puts work that was taken out back at the front, before everybody's. */
  putBack: (owner: string, work: T) => void;
  /** The next piece of the owner whose turn it is. */
  take: () => T | undefined;
  /** Everything, in the order in which it would have been taken. */
  takeAll: () => T[];
}>;

export function createFairQueue<T>(): FairQueue<T> {
  /** The first owner has the next turn. */
  let lines = new Map<string, T[]>();

  const take = (): T | undefined => {
    const [turn] = lines;
    if (turn === undefined) return undefined;
    const [owner, line] = turn;
    const work = line.shift();
    lines.delete(owner);
    if (line.length > 0) lines.set(owner, line);
    return work;
  };
  return {
    size: () => [...lines.values()].reduce((sum, { length }) => sum + length, 0),
    sizeOf: (owner) => lines.get(owner)?.length ?? 0,
    add: (owner, work) => void lines.set(owner, [...(lines.get(owner) ?? []), work]),
    putBack: (owner, work) => {
      const line = [work, ...(lines.get(owner) ?? [])];
      lines.delete(owner);
      lines = new Map([[owner, line], ...lines]);
    },
    take,
    takeAll: () => {
      const all: T[] = [];
      for (let work = take(); work !== undefined; work = take()) all.push(work);
      return all;
    },
  };
}
