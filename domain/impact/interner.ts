/** Maps keys of three words to consecutive ids, in order of first use. */
export type Interner = Readonly<{
  idOf: (a: number, b: number, c: number) => number;
  count: () => number;
  /** One of the three words of a key. */
  word: (id: number, which: 0 | 1 | 2) => number;
}>;

const KEY_WORDS = 3;

/** Open addressing: with millions of lookups, objects as keys would dominate the cost. */
export function createInterner(): Interner {
  let size = 1024;
  /** Ids plus one by hash slot; 0 is empty. */
  let table = new Uint32Array(size);
  let keys = new Uint32Array((size / 2) * KEY_WORDS);
  let count = 0;

  const grow = () => {
    size *= 4;
    table = new Uint32Array(size);
    const larger = new Uint32Array((size / 2) * KEY_WORDS);
    larger.set(keys);
    keys = larger;
    for (let id = 0; id < count; id += 1) {
      const at = id * KEY_WORDS;
      let slot = hash(keys[at] as number, keys[at + 1] as number, keys[at + 2] as number) & (size - 1);
      while (table[slot] !== 0) slot = (slot + 1) & (size - 1);
      table[slot] = id + 1;
    }
  };
  return {
    idOf: (a, b, c) => {
      let slot = hash(a, b, c) & (size - 1);
      for (;;) {
        const id = (table[slot] as number) - 1;
        if (id === -1) break;
        const at = id * KEY_WORDS;
        if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c) return id;
        slot = (slot + 1) & (size - 1);
      }
      const at = count * KEY_WORDS;
      keys[at] = a;
      keys[at + 1] = b;
      keys[at + 2] = c;
      table[slot] = count + 1;
      count += 1;
      if (count * 2 === size) grow();
      return count - 1;
    },
    count: () => count,
    word: (id, which) => keys[id * KEY_WORDS + which] as number,
  };
}

function hash(a: number, b: number, c: number): number {
  let mixed = Math.imul(a ^ (a >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul((mixed ^ (mixed >>> 13) ^ b) | 0, 0xc2_b2_ae_35);
  mixed = Math.imul((mixed ^ (mixed >>> 16) ^ c) | 0, 0x27_d4_eb_2f);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
