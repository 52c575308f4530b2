import { createHash } from 'node:crypto';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import type { FindDial, LibraryDial, SheetOptions, SheetOrigin } from './bucket-sheet.ts';
import { compareSheet } from './compare.ts';
import type { SheetAnswer, SheetAnswers, SheetDifference, ValueTargets } from './difference.ts';
import { findOrigin, originText } from './origin.ts';
import { readBucketSheet } from './read.ts';
import type { SheetReading } from './reading.ts';
import {
  addressOf,
  type ReadCell,
  type ReadSheet,
  type ReadWorkbook,
  type Workbook,
  writeFormula,
} from './workbook.ts';
import { writeBucketSheet } from './write.ts';

/* Test helpers: a bucket, its sheet, and what becomes of it. */

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Names that spreadsheets and lists trip over. */
const LABELS = ['Alpha', 'Beta; Gamma', '=SUM(A1)', 'Alpha', "'quoted", 'A2', String.raw`back\slash`];
export const OPTIONS = Object.fromEntries(
  REFERENCE_LISTS.map((list) => [
    list,
    LABELS.map((label, index) => ({ code: `A${index}`, label, retired: index === 6 })),
  ]),
) as unknown as SheetOptions;

export function createOrigin(entries: BucketEntries, cob = 'cargo'): SheetOrigin {
  const content = {
    format: 1,
    partner: 9101,
    cob,
    revision: '7',
    source: 'draft',
    live: 12,
    exported_at: '2026-11-17T16:20:00.000Z',
    exported_by: 'Demo Underwriter – é',
    entries,
  } as const;
  return { ...content, hash: hashOf(originText(content)) };
}

/** A workbook that nobody changed. */
export const reread = ({ sheets }: Workbook): ReadWorkbook => ({
  sheets: sheets.map(({ name, isHidden = false, rows, columns }): ReadSheet => ({
    name,
    isHidden,
    merges: [],
    rows: rows.map((cells) =>
      cells.map(({ value }, column) => {
        if (value === null) return undefined;
        return typeof value === 'number' && columns[column]?.format === 'percent'
          ? createShare(value)
          : createCell(value);
      }),
    ),
  })),
  notices: [],
});

export const createCell = (value: string | number, more: Partial<ReadCell> = {}): ReadCell => ({
  text: String(value),
  number: typeof value === 'number' ? value : null,
  kind: typeof value === 'number' ? 'number' : 'text',
  isPercent: false,
  formula: null,
  ...more,
});

/** A cell that shows 9.5%. */
export const createShare = (value: number, more: Partial<ReadCell> = {}): ReadCell =>
  createCell(value, { text: `${value}%`, isPercent: true, ...more });

/** A formula that a program wrote without computing it. */
export const createUncomputed = (formula: string): ReadCell =>
  createCell(writeFormula(formula), { kind: 'error', formula });

export type Rows = (ReadCell | undefined)[][];

/** Changes the rows of the first sheet, as a person does. */
export function editSheet(workbook: ReadWorkbook, change: (rows: Rows) => Rows | void): ReadWorkbook {
  const [first, ...others] = workbook.sheets;
  if (first === undefined) return workbook;
  const rows: Rows = first.rows.map((cells) => [...cells]);
  return { ...workbook, sheets: [{ ...first, rows: change(rows) ?? rows }, ...others] };
}

export const dial = (name: string, data: Partial<DialData> = {}): DialData => ({ ...EMPTY_DIAL, name, ...data });

export type TestBucket = Readonly<{
  entries: BucketEntries;
  /** By id, then by version from one on. */
  dials: Readonly<Record<string, readonly DialData[]>>;
  cob?: string;
}>;

export const finderOf =
  ({ dials }: TestBucket): FindDial =>
  ({ dial_id, version }) =>
    dials[dial_id]?.[version - 1];

export const libraryOf = ({ dials }: TestBucket): LibraryDial[] =>
  Object.entries(dials).flatMap(([dial_id, versions]) => {
    const data = versions.at(-1);
    return data === undefined ? [] : [{ dial_id, version: versions.length, data }];
  });

export const exportSheet = (bucket: TestBucket): Workbook =>
  writeBucketSheet({
    origin: createOrigin(bucket.entries, bucket.cob),
    findDial: finderOf(bucket),
    options: OPTIONS,
  });

export function readSheet(bucket: TestBucket, workbook: ReadWorkbook): SheetReading {
  const origin = findOrigin(workbook);
  const result = readBucketSheet({
    workbook,
    bucket: { partner: 9101, cob: bucket.cob ?? 'cargo' },
    hash: origin && hashOf(originText(origin)),
    findDial: finderOf(bucket),
    options: OPTIONS,
  });
  if ('refusal' in result) throw new Error(`The sheet is refused: ${result.refusal.kind}.`);
  return result.reading;
}

type Choices = Readonly<{ now?: BucketEntries; answers?: SheetAnswers; targets?: ValueTargets }>;

export const compare = (bucket: TestBucket, reading: SheetReading, choices: Choices = {}): SheetDifference =>
  compareSheet({
    reading,
    now: choices.now ?? bucket.entries,
    findDial: finderOf(bucket),
    library: libraryOf(bucket),
    options: OPTIONS,
    answers: choices.answers ?? new Map(),
    targets: choices.targets ?? new Map(),
  });

/** The place of a column in the first sheet, by its head. */
export function columnOf(workbook: ReadWorkbook, head: string): number {
  const column = workbook.sheets[0]?.rows[0]?.findIndex((cell) => cell?.text === head) ?? -1;
  if (column < 0) throw new Error(`There is no column ${head}.`);
  return column;
}
export const addressIn = (workbook: ReadWorkbook, row: number, head: string): string =>
  addressOf(row - 1, columnOf(workbook, head));

/** Four dials in a bucket, and three in the library. */
export const BUCKET: TestBucket = {
  dials: {
    a: [
      dial('Base', { values: { max_line: 600_000, lead_share_cap: 30 }, dimensions: { revenue_ranges: '[0,100)' } }),
      dial('Base', { values: { max_line: 800_000, lead_share_cap: 30 }, dimensions: { revenue_ranges: '[0,200)' } }),
    ],
    b: [dial('Excess', { values: { policy_share_cap: 5 } }), dial('Excess', { values: { policy_share_cap: 6 } })],
    c: [dial('Carve-out')],
    d: [dial('Fourth')],
    new: [dial('Library', { values: { max_line: 1_000_000 } }), dial('Library', { values: { max_line: 2_000_000 } })],
    twin1: [dial('Twin')],
    twin2: [dial('Twin')],
  },
  entries: [
    { dial_id: 'a', version: 1, overrides: {} },
    { dial_id: 'b', version: 1, overrides: { policy_share_cap: 4 } },
    { dial_id: 'c', version: 1, overrides: {} },
    { dial_id: 'd', version: 1, overrides: {} },
  ],
};
const exported = reread(exportSheet(BUCKET));
export const MAX = 'Max line, USD';
export const POLICY = 'Policy share cap, %';

type Typing = readonly [row: number, head: string, value: string | number | undefined];
/** Types cells into the sheet of `BUCKET`. */
export const type =
  (...typings: readonly Typing[]) =>
  (rows: Rows) => {
    for (const [row, head, value] of typings)
      (rows[row - 1] ??= [])[columnOf(exported, head)] = value === undefined ? undefined : createCell(value);
  };
export const compareWith = (change: (rows: Rows) => Rows | void, choices: Choices = {}): SheetDifference =>
  compare(BUCKET, readSheet(BUCKET, editSheet(exported, change)), choices);
/** Answers every question alike. */
export const answer = (change: (rows: Rows) => Rows | void, choices: Choices, side: SheetAnswer): SheetDifference => {
  const { questions } = compareWith(change, choices);
  return compareWith(change, { ...choices, answers: new Map(questions.map(({ key }) => [key, side])) });
};
export const edit = (dialId: string, change: Partial<BucketEntries[number]>): BucketEntries =>
  BUCKET.entries.map((entry) => (entry.dial_id === dialId ? { ...entry, ...change } : entry));
export const ids = ({ entries }: SheetDifference) => entries.map(({ dial_id }) => dial_id).join('');
