/** Several codes that are coded together, because a risk has more of them than it has slots. */
export type Combination = Readonly<{ code: number; of: readonly number[] }>;

/** Texts and the codes they go by, from one up. It only ever grows, so that a code keeps its meaning. */
export type Dictionary = Readonly<{
  /** How many codes there are, with 0, which stands for nothing. */
  count: () => number;
  /** The code of a text, a new one where it has none yet. */
  learn: (text: string) => number;
  /** The code of a text that is known. */
  find: (text: string) => number | undefined;
  /** The texts by their codes; nothing at 0 and where a code stands for several others. */
  texts: () => readonly (string | undefined)[];
  /** The code of several codes together, a new one where they have none yet. They are given in order, each once. */
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
    learn: (text) => {
      const known = codes.get(text);
      if (known !== undefined) return known;
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
      const known = combined.get(name);
      if (known !== undefined) return known;
      combined.set(name, count);
      combinations.push({ code: count, of });
      return count++;
    },
    combinations: () => combinations,
  };
}
