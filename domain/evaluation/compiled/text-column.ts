import { allocateCodes } from './codes.ts';
import type { Column } from './column.ts';
import { createDictionary } from './dictionary.ts';
import type { Texts } from './encoded.ts';
import { type Codes, type Kernel, MAX_SLOTS } from './kernel.ts';

const NONE: readonly never[] = [];

/** One or several texts per risk; any of them can match. */
export type TextColumn = Column<Texts> &
  Readonly<{
    /** Texts by code; undefined at 0 and for combinations. */
    texts: () => readonly (string | undefined)[];
  }>;

export function createTextColumn(kernel: Pick<Kernel, 'allocate'>): TextColumn {
  const dictionary = createDictionary();
  const blocks: (readonly Codes[])[] = [];

  /** The distinct codes of a list, one per slot; the last slot combines those that do not fit. */
  const slotsOf = (list: readonly string[]): readonly number[] => {
    if (list.length === 1) return [dictionary.add(list[0] as string)];
    const codes = [...new Set(list)].map(dictionary.add).toSorted((a, b) => a - b);
    if (codes.length <= MAX_SLOTS) return codes;
    return [...codes.slice(0, MAX_SLOTS - 1), dictionary.combine(codes.slice(MAX_SLOTS - 1))];
  };
  /** Per slot, the code of each list (index 0 is unknown); and the highest code. */
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
        // Empty slots are not stored; all later ones are empty, too.
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

export function translate<To extends Codes>(places: Codes, table: Uint32Array, codes: To): To {
  if (places instanceof Uint8Array && codes instanceof Uint8Array) translateBytes(places, table, codes);
  else for (let row = 0; row < places.length; row += 1) codes[row] = table[places[row] as number] as number;
  return codes;
}

/** The common case, in its own function: a loop over several array types would be megamorphic and slow. */
function translateBytes(places: Uint8Array, table: Uint32Array, codes: Uint8Array): void {
  for (let row = 0; row < places.length; row += 1) codes[row] = table[places[row] as number] as number;
}
