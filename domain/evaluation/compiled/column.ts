import type { Risk } from '#domain/evaluation/risk.ts';
import { allocateCodes } from './codes.ts';
import type { Asked, RiskReader } from './conditions.ts';
import { type Combination, createDictionary } from './dictionary.ts';
import { type Codes, type Kernel, MAX_SLOTS } from './kernel.ts';
import { createSegments } from './segments.ts';

/**
 * What all risks have for one condition, as codes. A block is opened, filled risk by risk and closed: only closed blocks
 * are looked up.
 */
export type Column = Readonly<{
  open: (risks: number) => void;
  /** Takes down what the risk has, at its place in the open block. */
  put: (row: number, risk: Risk) => void;
  close: (risks: number) => void;
  /** The codes of a closed block: none where nothing is known of any of its risks. */
  slots: (block: number) => readonly Codes[];
  /** How many codes there are, with 0. */
  count: () => number;
  /** Makes codes tell apart whatever dials ask for. Says whether any code changed. */
  distinguish: (asked: readonly Asked[]) => boolean;
  /** The codes of risks that match, without combinations. */
  matching: (asked: Asked) => readonly number[];
  /** Codes that stand for several others: they match where any of those does. */
  combinations: () => readonly Combination[];
}>;

export const createColumn = (kernel: Kernel, reader: RiskReader): Column =>
  reader.holds === 'number' ? createNumberColumn(kernel, reader.read) : createTextColumn(kernel, reader.read);

type ReaderOf<H extends RiskReader['holds']> = Extract<RiskReader, { holds: H }>['read'];
const NONE: readonly never[] = [];

/** Risks that have one text or several, any of which may match. */
function createTextColumn(kernel: Kernel, read: ReaderOf<'texts'>): Column {
  const dictionary = createDictionary();
  const blocks: (readonly Codes[])[] = [];
  /** The codes of the open block by slot, made when they are first needed. */
  let open: Uint32Array[] = [];
  let size = 0;
  let used = 0;
  let highest = 0;
  const putCode = (row: number, slot: number, code: number) => {
    const codes = (open[slot] ??= new Uint32Array(size));
    codes[row] = code;
    if (slot >= used) used = slot + 1;
    if (code > highest) highest = code;
  };
  /** The first keep a slot each; what does not fit shares the last one. */
  const putMany = (row: number, texts: readonly string[]) => {
    const codes = [...new Set(texts)].map(dictionary.learn).toSorted((a, b) => a - b);
    const fits = codes.length <= MAX_SLOTS;
    const single = fits ? codes : codes.slice(0, MAX_SLOTS - 1);
    for (const [slot, code] of single.entries()) putCode(row, slot, code);
    if (!fits) putCode(row, MAX_SLOTS - 1, dictionary.combine(codes.slice(MAX_SLOTS - 1)));
  };
  return {
    open: (risks) => {
      if (risks > size) [open, size] = [[], risks];
    },
    put: (row, risk) => {
      const had = read(risk);
      if (had === undefined) return;
      if (had.length > MAX_SLOTS) putMany(row, had);
      else for (let slot = 0; slot < had.length; slot += 1) putCode(row, slot, dictionary.learn(had[slot] as string));
    },
    close: (risks) => {
      const closed = open.slice(0, used).map((codes) => {
        const kept = allocateCodes(kernel, risks, highest);
        kept.set(codes.subarray(0, risks));
        codes.fill(0, 0, risks);
        return kept;
      });
      blocks.push(closed.length === 0 ? NONE : closed);
      [used, highest] = [0, 0];
    },
    slots: (block) => blocks[block] ?? NONE,
    count: dictionary.count,
    distinguish: () => false,
    matching: ({ texts }) => texts.flatMap((text) => dictionary.find(text) ?? NONE),
    combinations: dictionary.combinations,
  };
}

/** Risks that have one number. The numbers are kept, because intervals that come later may tell them apart anew. */
function createNumberColumn(kernel: Kernel, read: ReaderOf<'number'>): Column {
  const segments = createSegments();
  const blocks: { numbers: Float64Array; codes: Codes }[] = [];
  let open = new Float64Array(0);
  let isEmpty = true;

  /** Codes again what stood in a segment that was cut; what is wider than before gets new room. */
  const codeAgain = (block: (typeof blocks)[number], wasCut: Uint8Array) => {
    const { numbers, codes } = block;
    const wide = allocateCodes(kernel, numbers.length, segments.count() - 1);
    segments.encode(numbers, wide, { codes, wasCut });
    kernel.release(codes);
    block.codes = wide;
  };
  return {
    open: (risks) => {
      if (risks > open.length) open = new Float64Array(risks).fill(Number.NaN);
    },
    put: (row, risk) => {
      const had = read(risk);
      if (had === undefined) return;
      open[row] = had;
      isEmpty = false;
    },
    close: (risks) => {
      const numbers = isEmpty ? new Float64Array(0) : open.slice(0, risks);
      const codes = allocateCodes(kernel, numbers.length, segments.count() - 1);
      segments.encode(numbers, codes);
      blocks.push({ numbers, codes });
      if (!isEmpty) open.fill(Number.NaN, 0, risks);
      isEmpty = true;
    },
    slots: (block) => {
      const codes = blocks[block]?.codes;
      return codes === undefined || codes.length === 0 ? NONE : [codes];
    },
    count: segments.count,
    distinguish: (asked) => {
      const wasCut = segments.cut(asked.map(({ intervals }) => intervals));
      if (wasCut === undefined) return false;
      for (const block of blocks) if (block.numbers.length > 0) codeAgain(block, wasCut);
      return true;
    },
    matching: ({ intervals }) => segments.codesIn(intervals),
    combinations: () => NONE,
  };
}
