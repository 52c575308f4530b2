import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import { MAX_BLOCK_RISKS } from '#domain/evaluation/compiled/kernel.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { segmentColumns } from './groups.ts';
import type { Exposure } from './impact.ts';
import { type ImpactTable, type PossibleResults, type Side, SIDES } from './impact-table.ts';
import { type RiskTable, splitByBlock } from './risk-table.ts';
import { type RowOutcomes, selectRows } from './row-outcomes.ts';

const MAX_LINE = VALUE_KEYS.indexOf('max_line');

/** What each outcome adds for one risk: dollars of max line, and whether the risk is taken (1) or no longer is (-1). */
type AddedByOutcome = Readonly<{ lines: Float64Array; taken: Int8Array }>;

export function addedByOutcome({ results, winners, size }: ImpactTable): AddedByOutcome {
  const possible = results[MAX_LINE] as PossibleResults;
  const lineOf = (side: Side, outcome: number): number =>
    Number(possible.all[possible[side][readWinner(winners[side], outcome, MAX_LINE)] as number] ?? 0);
  const [lines, taken] = [new Float64Array(size), new Int8Array(size)];
  for (let outcome = 0; outcome < size; outcome += 1) {
    const [was = 0, is = 0] = SIDES.map((side) => lineOf(side, outcome));
    lines[outcome] = is - was;
    taken[outcome] = Number(is > 0) - Number(was > 0);
  }
  return { lines, taken };
}

/** The exposure of all risks of a table. */
export function sumExposure(table: ImpactTable, country: string | null): Exposure {
  const added = addedByOutcome(table);
  const sums = createSums(1);
  for (let outcome = 0; outcome < table.size; outcome += 1)
    addTo(sums, 0, added, outcome, table.risks[outcome] as number, table.premium[outcome] as number);
  return readSums(sums, 0, country, table.hasPremiums);
}

/** The exposure of all risks, then of each country. A risk with several countries counts in each. */
export function measureExposures(
  risks: RiskTable,
  outcomes: RowOutcomes,
  countries: readonly string[],
): readonly Exposure[] {
  const { table } = outcomes;
  const all = sumExposure(table, null);
  if (countries.length === 0) return [all];
  const added = addedByOutcome(table);
  const { countries: column } = segmentColumns(risks);
  const sums = createSums(column.count());
  const changed = selectRows(
    outcomes,
    Uint8Array.from(added.lines, (line) => Number(line !== 0)),
  );
  const premiums = new Float64Array(MAX_BLOCK_RISKS);
  for (const { block, inside, from } of splitByBlock(risks, changed.rows)) {
    risks.premiums?.readBlock(block, inside, premiums);
    for (const codes of column.slots(block))
      for (let index = 0; index < inside.length; index += 1) {
        const row = inside[index] as number;
        addTo(sums, codes[row] as number, added, changed.outcomes[from + index] as number, 1, premiums[row] as number);
      }
  }
  for (const { code, of } of column.combinations())
    for (const one of of)
      for (const sum of Object.values(sums)) sum[one] = (sum[one] as number) + (sum[code] as number);
  const texts = column.texts();
  const ofCountry = (country: string): Exposure => {
    const code = texts.indexOf(country);
    return readSums(code === -1 ? createSums(1) : sums, Math.max(0, code), country, table.hasPremiums);
  };
  return [all, ...countries.map(ofCountry)];
}

type Sums = Readonly<Record<'lineRisks' | 'lines' | 'premiumRisks' | 'premium', Float64Array>>;

const createSums = (size: number): Sums => ({
  lineRisks: new Float64Array(size),
  lines: new Float64Array(size),
  premiumRisks: new Float64Array(size),
  premium: new Float64Array(size),
});

function addTo(sums: Sums, at: number, added: AddedByOutcome, outcome: number, risks: number, premium: number): void {
  const [line, taken] = [added.lines[outcome] as number, added.taken[outcome] as number];
  if (line === 0) return;
  sums.lineRisks[at] = (sums.lineRisks[at] as number) + risks;
  sums.lines[at] = (sums.lines[at] as number) + line * risks;
  if (taken === 0) return;
  sums.premiumRisks[at] = (sums.premiumRisks[at] as number) + risks;
  sums.premium[at] = (sums.premium[at] as number) + taken * premium;
}

const readSums = (sums: Sums, at: number, country: string | null, hasPremiums: boolean): Exposure => ({
  country,
  lines: { risks: sums.lineRisks[at] as number, added: sums.lines[at] as number },
  premium: hasPremiums ? { risks: sums.premiumRisks[at] as number, added: sums.premium[at] as number } : null,
});
