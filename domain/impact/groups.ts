import { type Codes, MAX_BLOCK_RISKS } from '#domain/evaluation/compiled/kernel.ts';
import type { TextColumn } from '#domain/evaluation/compiled/text-column.ts';
import { type GroupImpact, IMPACT_LIMITS, type Impact, type Member, type Segment, type Share } from './impact.ts';
import { type KeptRisks, splitByBlock } from './kept-risks.ts';
import { pickFirst } from './top.ts';

/** Risks and premium by code, or by the code of a layer and that of a country. */
type Counts = Readonly<{ risks: Float64Array; premium: Float64Array }>;
/** For each group, and then for the segments. */
type AllCounts = Readonly<{ groups: readonly Counts[]; segments: Counts }>;

const NOTHING = new Uint8Array(MAX_BLOCK_RISKS);

/** What all risks of a class are in is counted once. */
const counted = new WeakMap<KeptRisks, AllCounts>();

export function measureGroups(kept: KeptRisks, changedRows: Uint32Array): Pick<Impact, 'groups' | 'segments'> {
  const all = counted.get(kept) ?? countAll(kept, undefined);
  counted.set(kept, all);
  const changed = countAll(kept, changedRows);
  const share = ({ risks, premium }: Counts, cell: number): Share => ({
    risks: risks[cell] as number,
    premium: kept.premiums === undefined ? null : (premium[cell] as number),
  });
  const groups = kept.groups.map(({ by, column }, index): GroupImpact => {
    const [some, every] = [changed.groups[index] as Counts, all.groups[index] as Counts];
    const texts = column.texts();
    const keyOf = (code: number): string | null => texts[code] ?? null;
    const { listed, count } = listMost(some, IMPACT_LIMITS.members, keysFirst(texts), (a, b) =>
      compareKeys(keyOf(a), keyOf(b)),
    );
    const members = listed.map((code): Member => ({
      key: keyOf(code),
      changed: share(some, code),
      all: share(every, code),
    }));
    return { by, members, count };
  });
  const { layers, countries } = segmentColumns(kept);
  const [layerTexts, countryTexts] = [layers.texts(), countries.texts()];
  const segmentOf = (cell: number): Pick<Segment, 'layer' | 'country'> => ({
    layer: layerTexts[Math.floor(cell / countryTexts.length)] ?? null,
    country: countryTexts[cell % countryTexts.length] ?? null,
  });
  const isSegment = (cell: number) => isKey(countryTexts, cell % countryTexts.length);
  const { listed, count } = listMost(changed.segments, IMPACT_LIMITS.segments, isSegment, (a, b) => {
    const [left, right] = [segmentOf(a), segmentOf(b)];
    return compareKeys(left.layer, right.layer) || compareKeys(left.country, right.country);
  });
  return {
    groups,
    segments: {
      listed: listed.map((cell) => ({
        ...segmentOf(cell),
        changed: share(changed.segments, cell),
        all: share(all.segments, cell),
      })),
      count,
    },
  };
}

type Texts = readonly (string | undefined)[];
/** Codes that stand for several others are no member of their own. */
const isKey = (texts: Texts, code: number): boolean => code === 0 || texts[code] !== undefined;
const keysFirst =
  (texts: Texts) =>
  (code: number): boolean =>
    isKey(texts, code);

/** In the order of their letters; what is not known comes last. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

/** The cells with the most risks, and how many have any. */
function listMost(
  { risks }: Counts,
  limit: number,
  isListed: (cell: number) => boolean,
  compare: (a: number, b: number) => number,
): { listed: number[]; count: number } {
  const cells: number[] = [];
  for (let cell = 0; cell < risks.length; cell += 1) if (risks[cell] !== 0 && isListed(cell)) cells.push(cell);
  const cellAt = (index: number): number => cells[index] as number;
  const byRisks = (a: number, b: number) => (risks[cellAt(b)] as number) - (risks[cellAt(a)] as number);
  const first = pickFirst(cells.length, limit, (a, b) => byRisks(a, b) || compare(cellAt(a), cellAt(b)));
  return { listed: first.map(cellAt), count: cells.length };
}

export const segmentColumns = ({ layers, columns }: KeptRisks) => ({
  layers,
  countries: columns.texts.get('domicile_countries') as TextColumn,
});

/** Counts these rows, in ascending order, or all. */
function countAll(kept: KeptRisks, rows: Uint32Array | undefined): AllCounts {
  const { layers, countries } = segmentColumns(kept);
  const width = countries.count();
  const groups = kept.groups.map(({ column }) => createCounts(column.count()));
  const segments = createCounts(layers.count() * width);
  const premiums = new Float64Array(MAX_BLOCK_RISKS);
  for (const { block, inside } of splitByBlock(kept, rows)) {
    kept.premiums?.readBlock(block, inside, premiums);
    const paid = kept.premiums === undefined ? undefined : premiums;
    for (const [index, { column }] of kept.groups.entries())
      countBlock(groups[index] as Counts, column.slots(block), inside, paid, undefined, 0);
    countBlock(segments, countries.slots(block), inside, paid, layers.slots(block)[0] ?? NOTHING, width);
  }
  for (const [index, { column }] of kept.groups.entries()) spread(groups[index] as Counts, column, 1, 0);
  spread(segments, countries, layers.count(), width);
  return { groups, segments };
}

const createCounts = (cells: number): Counts => ({ risks: new Float64Array(cells), premium: new Float64Array(cells) });

/** A risk is counted for each of its codes, or once for none. */
function countBlock(
  { risks, premium }: Counts,
  slots: readonly Codes[],
  rows: Uint32Array,
  premiums: Float64Array | undefined,
  layers: Codes | undefined,
  width: number,
): void {
  for (const [slot, codes] of (slots.length === 0 ? [NOTHING] : slots).entries())
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const code = codes[row] as number;
      if (slot > 0 && code === 0) continue;
      const cell = layers === undefined ? code : (layers[row] as number) * width + code;
      risks[cell] = (risks[cell] as number) + 1;
      if (premiums !== undefined) premium[cell] = (premium[cell] as number) + (premiums[row] as number);
    }
}

/** What stands for several codes is counted for each of them. */
function spread({ risks, premium }: Counts, column: TextColumn, layers: number, width: number): void {
  for (let layer = 0; layer < layers; layer += 1)
    for (const { code, of } of column.combinations())
      for (const one of of) {
        const [from, to] = [layer * width + code, layer * width + one];
        risks[to] = (risks[to] as number) + (risks[from] as number);
        premium[to] = (premium[to] as number) + (premium[from] as number);
      }
}
