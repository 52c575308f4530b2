import { allocateCodes } from './codes.ts';
import type { Column } from './column.ts';
import { createDictionary } from './dictionary.ts';
import type { Texts } from './encoded.ts';
import { type Codes, type Kernel, MAX_SLOTS } from './kernel.ts';

const NONE: readonly never[] = [];

/** Risks that have one text or several, any of which may match. */
export type TextColumn = Column<Texts> &
  Readonly<{
    /** The texts by their codes; nothing at 0 and where a code stands for several others. */
    texts: () => readonly (string | undefined)[];
  }>;

export function createTextColumn(kernel: Pick<Kernel, 'allocate'>): TextColumn {
  const dictionary = createDictionary();
  const blocks: (readonly Codes[])[] = [];

  /** Each code of a list once, in order. The first keep a slot each; what does not fit shares the last one. */
  const slotsOf = (list: readonly string[]): readonly number[] => {
    if (list.length === 1) return [dictionary.learn(list[0] as string)];
    const codes = [...new Set(list)].map(dictionary.learn).toSorted((a, b) => a - b);
    if (codes.length <= MAX_SLOTS) return codes;
    return [...codes.slice(0, MAX_SLOTS - 1), dictionary.combine(codes.slice(MAX_SLOTS - 1))];
  };
  /** For each slot the code of each list, the first being for none; and the highest of all codes. */
  const translateLists = (lists: readonly (readonly string[])[]) => {
    const tables: Uint32Array[] = [];
    let highest = 0;
    for (const [index, list] of lists.entries())
      for (const [slot, code] of slotsOf(list).entries()) {
        (tables[slot] ??= new Uint32Array(lists.length + 1))[index + 1] = code;
        if (code > highest) highest = code;
      }
    return { tables, highest };
  };
  return {
    add: (encoded, ranges) => {
      if (encoded === undefined) {
        for (const _range of ranges) blocks.push(NONE);
        return;
      }
      const { tables, highest } = translateLists(encoded.lists);
      for (const { start, risks } of ranges) {
        const places = encoded.places.subarray(start, start + risks);
        // A slot that is empty in all of the block takes no room; those after it are empty, too.
        const used = tables.filter((table) => hasAny(places, table));
        const codes = used.map((table) => translate(places, table, allocateCodes(kernel, risks, highest)));
        blocks.push(codes.length === 0 ? NONE : codes);
      }
    },
    slots: (block) => blocks[block] ?? NONE,
    count: dictionary.count,
    distinguish: () => false,
    matching: ({ texts }) => texts.flatMap((text) => dictionary.find(text) ?? NONE),
    combinations: dictionary.combinations,
    texts: dictionary.texts,
    bytes: () => blocks.flat().reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

function hasAny(places: Codes, table: Uint32Array): boolean {
  for (let row = 0; row < places.length; row += 1) if (table[places[row] as number] !== 0) return true;
  return false;
}

/** Writes the code of each place. */
export function translate<To extends Codes>(places: Codes, table: Uint32Array, codes: To): To {
  if (places instanceof Uint8Array && codes instanceof Uint8Array) translateBytes(places, table, codes);
  else for (let row = 0; row < places.length; row += 1) codes[row] = table[places[row] as number] as number;
  return codes;
}

/** The usual case. It has a loop of its own, because a loop that sees arrays of many kinds is slow for all of them. */
function translateBytes(places: Uint8Array, table: Uint32Array, codes: Uint8Array): void {
  for (let row = 0; row < places.length; row += 1) codes[row] = table[places[row] as number] as number;
}
