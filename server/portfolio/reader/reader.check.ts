import { setImmediate as pause } from 'node:timers/promises';
import { type DateOrder, orderOfDates } from '#domain/portfolio/mapping/date.ts';
import { indexNames } from '#domain/portfolio/mapping/names.ts';
import { type ColumnTally, cutText, rowReader } from '#domain/portfolio/mapping/row.ts';
import { isDimension } from '#domain/portfolio/mapping/target.ts';
import { findTexts, readBlocks } from './reader.blocks.ts';
import { chunkWriter } from './reader.chunks.ts';
import { type OpenFile, query, textOf } from './reader.duck.ts';
import type { Progress, RowError, ReaderMessage } from '#domain/portfolio/load.ts';
import { type CheckRequest, FileProblem } from './reader.protocol.ts';
import { waitingRisks } from './reader.waiting.ts';

/** Same as the contract's `MAX_ROW_ERRORS`. */
const MAX_ERRORS = 1000;
const MAX_CLASS_TEXTS = 20_000;
const MAX_DATE_TEXTS = 50_000;
const MAX_DUPLICATES = 100_000;
const TELL_EVERY_MS = 250;
const DUPLICATE = 'An earlier row has the same reference';

type SendMessage = (message: ReaderMessage) => void;

/** Keeps the errors of the first rows; counts all. */
function errorList(broken: readonly RowError[]) {
  let errors: RowError[] = [...broken];
  const cut = () => {
    errors = errors.toSorted((a, b) => a.row - b.row).slice(0, MAX_ERRORS);
    return errors;
  };
  return {
    add(found: readonly RowError[]): void {
      errors.push(...found);
      if (errors.length > 4 * MAX_ERRORS) cut();
    },
    first: cut,
  };
}

/**
 * Reads every row as a risk and writes the valid ones into chunks. Stops as soon as another run was requested.
 */
export async function checkFile(
  file: OpenFile,
  request: CheckRequest,
  send: SendMessage,
  isOver: () => boolean,
): Promise<void> {
  const { run, targets, options, matches, day } = request;
  const names = indexNames(options, matches);
  const columns = file.columns.map(({ name }) => name);
  const dates = await orderOf(file, targets.indexOf('date'));
  const referenceColumn = targets.indexOf('reference');
  const duplicates = await findDuplicates(file, referenceColumn);
  await requireClass(file, targets.indexOf('cob'), names.findClass);
  const texts = await findTexts(
    file,
    [...targets.keys()].filter((column) => targets[column] !== 'unused' && column !== referenceColumn),
  );
  const reader = rowReader({ targets, names, dates: dates ?? 'day first', textsOf: (column) => texts.get(column) });
  const dimensions = targets.filter(isDimension);
  const extra = columns.filter((_name, index) => targets[index] === 'kept');
  const writer = chunkWriter({ dimensions, kept: extra });
  const waiting = waitingRisks({
    columns: reader.columns,
    names: columns,
    day,
    onFull: (chunk) => writer.write(chunk),
  });
  const errors = errorList(file.broken);
  let rows = file.broken.length;
  let wrongRows = file.broken.length;
  let repeated = 0;
  let reportedAt = Date.now();

  const progress = (): Progress => ({
    rows,
    wrongRows,
    columns: reader
      .tally()
      .map((tally, column) => (column === referenceColumn && tally ? withRepeated(tally, repeated) : tally)),
    dates,
    errors: errors.first(),
    period: dates === null ? undefined : waiting.period(),
  });

  for await (const { places, cells } of readBlocks(file, reader.columns)) {
    if (isOver()) return;
    const wrong = reader.read(cells);
    for (const [at, place] of places.entries()) {
      const duplicate = duplicates.get(place);
      const found = wrong.get(at);
      if (found === undefined && duplicate === undefined) {
        waiting.add(at);
        continue;
      }
      const all = [...(found ?? [])];
      if (duplicate !== undefined) {
        repeated += 1;
        all.push({ column: referenceColumn, text: duplicate, message: DUPLICATE });
      }
      wrongRows += 1;
      const row = file.rowNumber(place);
      errors.add(all.map(({ column, ...rest }) => ({ row, column: columns[column] ?? '', ...rest })));
    }
    rows += places.length;
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

/** Repeated references are readable, but still count as errors. */
const withRepeated = (tally: ColumnTally, repeated: number): ColumnTally => ({
  ...tally,
  filled: Math.max(0, tally.filled - repeated),
  wrong: tally.wrong + repeated,
});

async function orderOf({ connection }: OpenFile, column: number): Promise<DateOrder | null> {
  if (column < 0) return null;
  const found = await query(connection, `select distinct c${column} as text from cells limit ${MAX_DATE_TEXTS}`);
  return orderOfDates(found.map(({ text }) => textOf(text)));
}

/** The rows whose reference occurred before, by row index. */
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

/** Fails early: a column without any known class is the wrong column, or has no matches. */
async function requireClass(
  { connection }: OpenFile,
  column: number,
  findClass: (text: string) => string | undefined,
): Promise<void> {
  const found = await query(connection, `select distinct c${column} as text from cells limit ${MAX_CLASS_TEXTS}`);
  if (found.some(({ text }) => findClass(textOf(text)) !== undefined)) return;
  throw new FileProblem(
    'No class of business in the file is known. Match their names, or choose another column for them.',
  );
}
