import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { setImmediate as pause } from 'node:timers/promises';
import type { CELL_CAUSE_KINDS, ColumnReading } from '#domain/dimension/kind/cell.ts';
import type { Cause, Progress, ReaderMessage, RowError } from '#domain/portfolio/load.ts';
import { indexNames, type Names } from '#domain/portfolio/mapping/names.ts';
import { inferReading } from '#domain/portfolio/mapping/reading.ts';
import { type ColumnCause, type ColumnTally, cutText, rowReader } from '#domain/portfolio/mapping/row.ts';
import { isDimension, matchedAgainst, type Target, numbersOf } from '#domain/portfolio/mapping/target.ts';
import { findTexts, readBlocks, sampleDates, sampleNumbers } from './reader.blocks.ts';
import { chunkWriter } from './reader.chunks.ts';
import { type OpenFile, query, textOf } from './reader.duck.ts';
import { type CheckRequest, errorFile, FileProblem } from './reader.protocol.ts';
import { waitingRisks } from './reader.waiting.ts';

const MAX_DUPLICATES = 100_000;
/** Causes that are sent; all are counted. */
const MAX_CAUSES = 500;
const TELL_EVERY_MS = 250;
const DUPLICATE = 'An earlier row has the same reference';

type SendMessage = (message: ReaderMessage) => void;

/**
 * Reads every row as a risk, writes the valid ones into chunks, and all errors into a file. Stops as soon as another run was
 * requested.
 */
export async function checkFile(
  file: OpenFile,
  request: CheckRequest,
  send: SendMessage,
  isOver: () => boolean,
): Promise<void> {
  const { run, targets, options, matches, day, today, keepsWrong } = request;
  const names = indexNames(options, matches);
  const columns = file.columns.map(({ name }) => name);
  const referenceColumn = targets.indexOf('reference');
  const duplicates = await findDuplicates(file, referenceColumn);
  const texts = await findTexts(
    file,
    [...targets.keys()].filter((column) => targets[column] !== 'unused' && column !== referenceColumn),
  );
  const readings = await inferReadings(file, request, texts);
  const reader = rowReader({
    targets,
    names,
    today,
    readingOf: (column) => readings[column] as (typeof readings)[number],
    textsOf: (column) => texts.get(column),
  });
  const dimensions = targets.filter(isDimension);
  const extra = columns.filter((_name, index) => targets[index] === 'kept');
  const writer = chunkWriter({ dimensions, kept: extra });
  const waiting = waitingRisks({
    columns: reader.columns,
    names: columns,
    day,
    onFull: (chunk) => writer.write(chunk),
  });
  const errors = startErrors(run, file.broken);
  const counts = { rows: file.broken.length, fixedRows: 0, wrongRows: file.broken.length, wrongValues: 0 };
  let lostRows = file.broken.length;
  let repeated = 0;
  let reportedAt = Date.now();

  const progress = (): Progress => {
    const tallies = reader.tally();
    const [firstRepeat = ''] = duplicates.values();
    const causes = [
      ...listCauses(tallies, (cause, column) => suggestFix(cause, targets[column], readings[column], names)),
      ...wholeRows('row', null, file.broken[0]?.text ?? '', file.broken[0]?.message ?? '', file.broken.length),
      ...wholeRows('repeat', referenceColumn, firstRepeat, DUPLICATE, repeated),
    ];
    // Whatever can be settled is listed before the many texts that cannot.
    const canSettle = ({ kind, fix, suggestion }: Cause) =>
      Number(fix !== undefined || suggestion !== undefined || !(kind === 'name' || kind === 'value'));
    const listed = causes.toSorted((a, b) => canSettle(b) - canSettle(a) || b.rows - a.rows).slice(0, MAX_CAUSES);
    return {
      ...counts,
      lostRows,
      columns: tallies.map((tally, column) => withoutCauses(tally, column === referenceColumn ? repeated : 0)),
      causes: listed.toSorted((a, b) => b.rows - a.rows),
      causeCount: causes.length,
      period: targets.includes('date') ? waiting.period() : undefined,
    };
  };

  for await (const { places, cells } of readBlocks(file, reader.columns)) {
    if (isOver()) return errors.remove();
    const { wrong, isFixed } = reader.read(cells);
    for (const [at, place] of places.entries()) {
      const duplicate = duplicates.get(place);
      const found = wrong.get(at) ?? [];
      if (found.length === 0 && duplicate === undefined) {
        if (isFixed(at)) counts.fixedRows += 1;
        waiting.add(at);
        continue;
      }
      for (const { column, text, message } of found)
        errors.add({ row: place, column: columns[column] ?? '', text, message });
      counts.wrongRows += 1;
      if (duplicate !== undefined) {
        repeated += 1;
        errors.add({ row: place, column: columns[referenceColumn] ?? '', text: duplicate, message: DUPLICATE });
      }
      if (duplicate !== undefined || found.some(({ isNeeded }) => isNeeded)) lostRows += 1;
      else {
        counts.wrongValues += found.length;
        if (keepsWrong) waiting.add(at);
      }
    }
    counts.rows += places.length;
    errors.flush();
    if (Date.now() - reportedAt < TELL_EVERY_MS) continue;
    send({ type: 'checking', run, ...progress() });
    reportedAt = Date.now();
    // Yield, so that a message for a new run is received.
    await pause();
  }
  waiting.giveAll();
  const written = writer.finish();
  if (!isOver()) send({ type: 'checked', run, written, ...progress() });
}

/** Writes the errors of a run, in the order of rows except for broken ones, which come first. */
function startErrors(run: number, broken: readonly RowError[]) {
  const file = errorFile(run);
  let lines: string[] = [];
  const lineOf = ({ row, column, text, message }: RowError) => JSON.stringify([row, column, text, message]);
  rmSync(errorFile(run - 1), { force: true });
  writeFileSync(file, broken.map((error) => `${lineOf(error)}\n`).join(''), { mode: 0o600 });
  return {
    add: (error: RowError): void => void lines.push(lineOf(error)),
    flush(): void {
      if (lines.length > 0) appendFileSync(file, `${lines.join('\n')}\n`);
      lines = [];
    },
    remove: (): void => rmSync(file, { force: true }),
  };
}

/** How each column is read, by all of its texts. */
async function inferReadings(
  file: OpenFile,
  { targets, answers }: CheckRequest,
  texts: ReadonlyMap<number, readonly string[]>,
) {
  const readings = [];
  for (const [column, target] of targets.entries()) {
    const { name = '', isNumeric = false } = file.columns[column] ?? {};
    const sample = numbersOf(target) !== undefined ? sampleNumbers : target === 'date' ? sampleDates : undefined;
    const shown = sample && (texts.get(column) ?? (await sample(file, column)));
    const own = answers.filter((answer) => answer.column === column);
    readings.push(inferReading(target, { name, texts: shown ?? [], isNumeric }, own));
  }
  return readings;
}

const listCauses = (
  tallies: readonly (ColumnTally | null)[],
  suggest: (cause: ColumnCause, column: number) => string | undefined,
): Cause[] =>
  tallies.flatMap((tally, column) =>
    (tally?.causes ?? []).map((cause) => ({ ...cause, column, suggestion: suggest(cause, column) })),
  );

/** A likely meaning, which counts only if a person says so. */
function suggestFix(
  { kind, text }: ColumnCause,
  target: Target = 'unused',
  reading: ColumnReading | undefined,
  names: Names,
): string | undefined {
  if (kind === 'decimal') return reading?.likelyDecimal;
  const against = kind === 'name' ? matchedAgainst(target) : undefined;
  return against && names.suggest(against, text);
}

const wholeRows = (
  kind: Exclude<Cause['kind'], (typeof CELL_CAUSE_KINDS)[number]>,
  column: number | null,
  example: string,
  message: string,
  rows: number,
): Cause[] => (rows === 0 ? [] : [{ kind, column, text: '', example, message, rows, suggestion: undefined }]);

/** Repeated references are readable, but still count as errors. */
function withoutCauses(tally: ColumnTally | null, repeated: number): Progress['columns'][number] {
  if (tally === null) return null;
  const { causes: _causes, ...rest } = tally;
  return { ...rest, filled: Math.max(0, rest.filled - repeated), wrong: rest.wrong + repeated };
}

/** The rows whose reference occurred before, by row number. */
async function findDuplicates({ connection, columns }: OpenFile, column: number): Promise<ReadonlyMap<number, string>> {
  const found = await query(
    connection,
    `with twice as (select c${column} as text, min(place) as first from cells where c${column} <> '' group by 1 having count(*) > 1)
      select r.place::int as place, d.text from cells r join twice d on r.c${column} = d.text and r.place > d.first
      limit ${MAX_DUPLICATES + 1}`,
  );
  if (found.length > MAX_DUPLICATES)
    throw new FileProblem(
      `Very many rows have the same ${columns[column]?.name ?? 'reference'}, so it cannot be the reference of the risk. Choose another column.`,
    );
  return new Map(found.map(({ place, text }) => [Number(place), cutText(textOf(text))]));
}
