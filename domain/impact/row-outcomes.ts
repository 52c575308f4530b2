import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { MAX_BLOCK_RISKS } from '#domain/evaluation/compiled/kernel.ts';
import { findRows, resolveWinners } from '#domain/evaluation/compiled/resolve.ts';
import { MAX_DIALS, WINNER_WORDS, type Winners } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { diffLists } from './changes.ts';
import { createImpactTable, type ImpactTable } from './impact-table.ts';
import { createInterner, type Interner } from './interner.ts';
import { type RiskTable, splitByBlock } from './risk-table.ts';

/** The winners of the old list for all risks. Risks with the same winners share an id. */
export type OldWinners = Readonly<{
  entries: readonly RatedEntry[];
  idOfRow: Uint32Array;
  winners: Winners;
  risks: Uint32Array;
  premium: Float64Array;
}>;

/** An impact table with the outcome of each risk. Unaffected risks keep their winners: their outcomes are the old ids. */
export type RowOutcomes = Readonly<{
  table: ImpactTable;
  old: OldWinners;
  /** The rows that were evaluated again, ascending, and the outcome of each; undefined for all rows. */
  affected: Uint32Array | undefined;
  outcomes: Uint32Array;
}>;

/** Risks resolved per batch: few enough for the winners to stay in the CPU cache. */
const BATCH_SIZE = MAX_BLOCK_RISKS * 2;
const winnersBuffer = new Uint32Array(BATCH_SIZE * WINNER_WORDS);

export function resolveOldWinners(
  risks: RiskTable,
  entries: readonly RatedEntry[],
  day: string | undefined,
): OldWinners {
  const bucket = compileBucket(risks.columns, entries, day);
  const size = risks.columns.size();
  const [idOfRow, interner] = [new Uint32Array(size), createInterner()];
  for (let from = 0; from < size; from += BATCH_SIZE) {
    const to = Math.min(from + BATCH_SIZE, size);
    const winners = resolveWinners(bucket, { from, to }, winnersBuffer);
    for (let row = from, at = 0; row < to; row += 1, at += WINNER_WORDS)
      idOfRow[row] = interner.idOf(winners[at] as number, winners[at + 1] as number, 0);
  }
  const winners = new Uint32Array(interner.count() * WINNER_WORDS);
  copyWinners(interner, winners, 0, 0, 1);
  return { entries, idOfRow, winners, ...sumById(risks, undefined, idOfRow, interner.count()) };
}

/** `maxShare`: above this share of affected risks all are evaluated again, which is faster. */
export function resolveOutcomes(
  risks: RiskTable,
  old: OldWinners,
  after: readonly RatedEntry[],
  day: string | undefined,
  maxShare: number,
): RowOutcomes {
  const { changedEntries, moveWinners } = diffLists(old.entries, after);
  const affected = findAffectedRows(risks, changedEntries, day, maxShare);
  const bucket = compileBucket(risks.columns, after, day);
  const count = affected?.length ?? risks.columns.size();
  const unaffected = old.risks.length;
  const interner = createInterner();
  const outcomes = new Uint32Array(count);
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const to = Math.min(from + BATCH_SIZE, count);
    const winners = resolveWinners(bucket, affected?.subarray(from, to) ?? { from, to }, winnersBuffer);
    for (let index = from, at = 0; index < to; index += 1, at += WINNER_WORDS) {
      const row = affected === undefined ? index : (affected[index] as number);
      outcomes[index] = interner.idOf(old.idOfRow[row] as number, winners[at] as number, winners[at + 1] as number);
    }
  }
  const sums = sumById(risks, affected, outcomes, interner.count());
  for (let index = 0; index < count; index += 1) outcomes[index] = (outcomes[index] as number) + unaffected;
  const size = unaffected + interner.count();
  const winners = { before: new Uint32Array(size * WINNER_WORDS), after: new Uint32Array(size * WINNER_WORDS) };
  winners.before.set(old.winners);
  winners.after.set(moveWinners(old.winners));
  copyWinners(interner, winners.after, unaffected, 1, 2);
  const counts = { risks: new Uint32Array(size), premium: new Float64Array(size) };
  counts.risks.set(old.risks);
  counts.risks.set(sums.risks, unaffected);
  counts.premium.set(old.premium);
  counts.premium.set(sums.premium, unaffected);
  for (let id = 0; id < interner.count(); id += 1) {
    const [from, to] = [interner.word(id, 0), unaffected + id];
    winners.before.copyWithin(to * WINNER_WORDS, from * WINNER_WORDS, (from + 1) * WINNER_WORDS);
    counts.risks[from] = (counts.risks[from] as number) - (sums.risks[id] as number);
    counts.premium[from] = (counts.premium[from] as number) - (sums.premium[id] as number);
  }
  const lists = { before: old.entries, after };
  const table = createImpactTable(lists, { winners, ...counts }, risks.premiums !== undefined);
  return { table, old, affected, outcomes };
}

/** The rows that any of these dials matches; undefined above `maxShare`. */
function findAffectedRows(
  { columns }: RiskTable,
  changedEntries: readonly RatedEntry[],
  day: string | undefined,
  maxShare: number,
): Uint32Array | undefined {
  if (changedEntries.length === 0) return new Uint32Array(0);
  if (changedEntries.length > MAX_DIALS) return undefined;
  const rows = findRows(compileBucket(columns, changedEntries, day), [...changedEntries.keys()]);
  return rows.length > columns.size() * maxShare ? undefined : rows;
}

function copyWinners(from: Interner, to: Winners, first: number, low: 0 | 1, high: 1 | 2): void {
  for (let id = 0; id < from.count(); id += 1) {
    to[(first + id) * WINNER_WORDS] = from.word(id, low);
    to[(first + id) * WINNER_WORDS + 1] = from.word(id, high);
  }
}

type Sums = Readonly<{ risks: Uint32Array; premium: Float64Array }>;

/** Risks and premium of each id. `ids` belong to `rows`, or to all risks. */
function sumById(table: RiskTable, rows: Uint32Array | undefined, ids: Uint32Array, count: number): Sums {
  const [risks, premium] = [new Uint32Array(count), new Float64Array(count)];
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] as number;
    risks[id] = (risks[id] as number) + 1;
  }
  if (table.premiums === undefined) return { risks, premium };
  const premiums = new Float64Array(MAX_BLOCK_RISKS);
  for (const { block, inside, from } of splitByBlock(table, rows)) {
    table.premiums.readBlock(block, inside, premiums);
    for (let index = 0; index < inside.length; index += 1) {
      const id = ids[from + index] as number;
      premium[id] = (premium[id] as number) + (premiums[inside[index] as number] as number);
    }
  }
  return { risks, premium };
}

export type SelectedRows = Readonly<{ rows: Uint32Array; outcomes: Uint32Array }>;

/** The rows of the selected outcomes, ascending, and the outcome of each. */
export function selectRows({ table, old, affected, outcomes }: RowOutcomes, isSelected: Uint8Array): SelectedRows {
  const isUnaffectedSelected = isSelected
    .subarray(0, old.risks.length)
    .some((selected, outcome) => selected === 1 && table.risks[outcome] !== 0);
  const most = isUnaffectedSelected ? old.idOfRow.length : outcomes.length;
  const selected = { rows: new Uint32Array(most), outcomes: new Uint32Array(most) };
  let count = 0;
  const add = (row: number, outcome: number) => {
    if (isSelected[outcome] !== 1) return;
    selected.rows[count] = row;
    selected.outcomes[count++] = outcome;
  };
  if (affected === undefined || !isUnaffectedSelected)
    for (let index = 0; index < outcomes.length; index += 1)
      add(affected === undefined ? index : (affected[index] as number), outcomes[index] as number);
  else
    for (let row = 0, index = 0; row < old.idOfRow.length; row += 1)
      add(row, (affected[index] === row ? outcomes[index++] : old.idOfRow[row]) as number);
  return { rows: selected.rows.slice(0, count), outcomes: selected.outcomes.slice(0, count) };
}
