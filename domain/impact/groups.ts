import { type Codes, MAX_BLOCK_RISKS } from '#domain/evaluation/compiled/kernel.ts';
import type { TextColumn } from '#domain/evaluation/compiled/text-column.ts';
import { type GroupImpact, IMPACT_LIMITS, type Impact, type Member, type Segment, type Share } from './impact.ts';
import { type RiskTable, splitByBlock } from './risk-table.ts';
import { pickFirst } from './top.ts';

/** Risks and premium, indexed by code or by layer and country. */
type Counts = Readonly<{ risks: Float64Array; premium: Float64Array }>;
type AllCounts = Readonly<{ groups: readonly Counts[]; segments: Counts }>;

const NO_CODES = new Uint8Array(MAX_BLOCK_RISKS);

/** Caches the totals over all risks of a class. */
const totals = new WeakMap<RiskTable, AllCounts>();

export function measureGroups(table: RiskTable, changedRows: Uint32Array): Pick<Impact, 'groups' | 'segments'> {
  const all = totals.get(table) ?? countAll(table, undefined);
  totals.set(table, all);
  const changed = countAll(table, changedRows);
  const share = ({ risks, premium }: Counts, cell: number): Share => ({
    risks: risks[cell] as number,
    premium: table.premiums === undefined ? null : (premium[cell] as number),
  });
  const groups = table.groups.map(({ by, column }, index): GroupImpact => {
    const [changedCounts, totalCounts] = [changed.groups[index] as Counts, all.groups[index] as Counts];
    const texts = column.texts();
    const keyOf = (code: number): string | null => texts[code] ?? null;
    const { listed, count } = listLargest(changedCounts, IMPACT_LIMITS.members, isKeyOf(texts), (a, b) =>
      compareKeys(keyOf(a), keyOf(b)),
    );
    const members = listed.map((code): Member => ({
      key: keyOf(code),
      changed: share(changedCounts, code),
      all: share(totalCounts, code),
    }));
    return { by, members, count };
  });
  const { layers, countries } = segmentColumns(table);
  const [layerTexts, countryTexts] = [layers.texts(), countries.texts()];
  const segmentOf = (cell: number): Pick<Segment, 'layer' | 'country'> => ({
    layer: layerTexts[Math.floor(cell / countryTexts.length)] ?? null,
    country: countryTexts[cell % countryTexts.length] ?? null,
  });
  const isSegment = (cell: number) => isKey(countryTexts, cell % countryTexts.length);
  const { listed, count } = listLargest(changed.segments, IMPACT_LIMITS.segments, isSegment, (a, b) => {
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
/** Codes of combinations have no text and are not members. */
const isKey = (texts: Texts, code: number): boolean => code === 0 || texts[code] !== undefined;
const isKeyOf =
  (texts: Texts) =>
  (code: number): boolean =>
    isKey(texts, code);

/** Alphabetical, null last. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

/** The cells with the most risks, and the number of cells with any. */
function listLargest(
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

export const segmentColumns = ({ layers, columns }: RiskTable) => ({
  layers,
  countries: columns.texts.get('domicile_countries') as TextColumn,
});

/** Counts these rows (ascending), or all of them. */
function countAll(table: RiskTable, rows: Uint32Array | undefined): AllCounts {
  const { layers, countries } = segmentColumns(table);
  const width = countries.count();
  const groups = table.groups.map(({ column }) => createCounts(column.count()));
  const segments = createCounts(layers.count() * width);
  const premiums = new Float64Array(MAX_BLOCK_RISKS);
  for (const { block, inside } of splitByBlock(table, rows)) {
    table.premiums?.readBlock(block, inside, premiums);
    const blockPremiums = table.premiums === undefined ? undefined : premiums;
    for (const [index, { column }] of table.groups.entries())
      countBlock(groups[index] as Counts, column.slots(block), inside, blockPremiums, undefined, 0);
    countBlock(segments, countries.slots(block), inside, blockPremiums, layers.slots(block)[0] ?? NO_CODES, width);
  }
  for (const [index, { column }] of table.groups.entries())
    distributeCombinations(groups[index] as Counts, column, 1, 0);
  distributeCombinations(segments, countries, layers.count(), width);
  return { groups, segments };
}

const createCounts = (cells: number): Counts => ({ risks: new Float64Array(cells), premium: new Float64Array(cells) });

/** Counts a risk once for each of its codes, or once for none. */
function countBlock(
  { risks, premium }: Counts,
  slots: readonly Codes[],
  rows: Uint32Array,
  premiums: Float64Array | undefined,
  layers: Codes | undefined,
  width: number,
): void {
  for (const [slot, codes] of (slots.length === 0 ? [NO_CODES] : slots).entries())
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const code = codes[row] as number;
      if (slot > 0 && code === 0) continue;
      const cell = layers === undefined ? code : (layers[row] as number) * width + code;
      risks[cell] = (risks[cell] as number) + 1;
      if (premiums !== undefined) premium[cell] = (premium[cell] as number) + (premiums[row] as number);
    }
}

/** Adds the counts of a combination to each of its codes. */
function distributeCombinations({ risks, premium }: Counts, column: TextColumn, layers: number, width: number): void {
  for (let layer = 0; layer < layers; layer += 1)
    for (const { code, of } of column.combinations())
      for (const one of of) {
        const [from, to] = [layer * width + code, layer * width + one];
        risks[to] = (risks[to] as number) + (risks[from] as number);
        premium[to] = (premium[to] as number) + (premium[from] as number);
      }
}
