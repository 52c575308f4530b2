/** One code for several, used when a risk has more codes than slots. */
export type Combination = Readonly<{ code: number; of: readonly number[] }>;

/** Assigns codes from 1 to texts. Append-only: codes never change. */
export type Dictionary = Readonly<{
  /** The number of codes, including 0 for unknown. */
  count: () => number;
  /** The code of a text; assigns one if needed. */
  add: (text: string) => number;
  find: (text: string) => number | undefined;
  /** Texts by code; undefined at 0 and for combinations. */
  texts: () => readonly (string | undefined)[];
  /** The code of a combination; assigns one if needed. Pass distinct codes in order. */
  combine: (codes: readonly number[]) => number;
  combinations: () => readonly Combination[];
}>;

export function createDictionary(): Dictionary {
  const codes = new Map<string, number>();
  const combined = new Map<string, number>();
  const combinations: Combination[] = [];
  let count = 1;
  return {
    count: () => count,
    add: (text) => {
      const existing = codes.get(text);
      if (existing !== undefined) return existing;
      codes.set(text, count);
      return count++;
    },
    find: (text) => codes.get(text),
    texts: () => {
      const texts = Array.from<string | undefined>({ length: count });
      for (const [text, code] of codes) texts[code] = text;
      return texts;
    },
    combine: (of) => {
      const name = of.join();
      const existing = combined.get(name);
      if (existing !== undefined) return existing;
      combined.set(name, count);
      combinations.push({ code: count, of });
      return count++;
    },
    combinations: () => combinations,
  };
}
