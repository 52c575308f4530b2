import { orderOfDates, type DateOrder } from '#domain/portfolio/mapping/date.ts';
import { indexNames } from '#domain/portfolio/mapping/names.ts';
import { type RowReader, rowReader } from '#domain/portfolio/mapping/row.ts';
import { isDimension } from '#domain/portfolio/mapping/target.ts';
import { chunkWriter } from './reader.chunks.ts';
import { literals, type OpenFile, query, textOf } from './reader.duck.ts';
import { type CheckRequest, FileProblem, type Progress, type RowError, type Told } from './reader.protocol.ts';

/** As many as the contract's `MAX_ROW_ERRORS`. */
const MAX_ERRORS = 1000;
const MAX_CLASS_TEXTS = 20_000;
const MAX_DATE_TEXTS = 50_000;
const MAX_DUPLICATES = 100_000;
const TELL_EVERY_MS = 250;
const DUPLICATE = 'An earlier row has the same reference';

type Tell = (told: Told) => void;

/** The errors of the first rows; all are counted. */
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
 * Reads every row as a risk, class by class, and writes those that can be read into chunks. It stops as soon as another
 * run was asked for.
 */
export async function checkFile(
  file: OpenFile,
  request: CheckRequest,
  tell: Tell,
  isOver: () => boolean,
): Promise<void> {
  const { run, targets, options, matches, day } = request;
  const names = indexNames(options, matches);
  const columns = file.columns.map(({ name }) => name);
  const dates = await orderOf(file, targets.indexOf('date'));
  const reader = rowReader({ targets, columns, day, names, dates: dates ?? 'day first' });
  const duplicates = await findDuplicates(file, targets.indexOf('reference'));
  const groups = await groupByClass(file, targets.indexOf('cob'), names.findClass);
  const dimensions = targets.filter(isDimension);
  const kept = columns.filter((_name, index) => targets[index] === 'kept');
  const writer = chunkWriter({ dimensions, kept });
  const errors = errorList(file.broken);
  let rows = file.broken.length;
  let wrongRows = file.broken.length;
  let toldAt = Date.now();

  const progress = (): Progress => ({
    rows,
    wrongRows,
    columns: reader.tally(),
    dates,
    errors: errors.first(),
    period: dates === null ? undefined : writer.period(),
  });
  const referenceColumn = targets.indexOf('reference');

  for (const condition of groups) {
    const selected = reader.columns.map((column) => `c${column}`).join(', ');
    const stream = await file.connection.stream(`select rowid::int, ${selected} from cells where ${condition}`);
    for (;;) {
      const chunk = await stream.fetchChunk();
      if (isOver()) return;
      if (!chunk || chunk.rowCount === 0) break;
      const places = chunk.getColumnValues(0) as number[];
      const cells = reader.columns.map((_, index) => chunk.getColumnValues(index + 1) as (string | null)[]);
      for (let at = 0; at < chunk.rowCount; at += 1) {
        const place = places[at] ?? 0;
        const found = readRow(reader, cells, at);
        if (duplicates.has(place))
          found.errors.push({ column: referenceColumn, text: found.reference, message: DUPLICATE });
        if (found.errors.length > 0 || found.risk === undefined) {
          wrongRows += 1;
          const row = file.rowNumber(place);
          errors.add(found.errors.map(({ column, ...rest }) => ({ row, column: columns[column] ?? '', ...rest })));
        } else await writer.add(found.risk);
      }
      rows += chunk.rowCount;
      if (Date.now() - toldAt < TELL_EVERY_MS) continue;
      tell({ told: 'checking', run, ...progress() });
      toldAt = Date.now();
    }
  }
  const written = await writer.finish();
  if (!isOver()) tell({ told: 'checked', run, written, ...progress() });
}

function readRow(reader: RowReader, columns: readonly (readonly (string | null)[])[], at: number) {
  const reading = reader.read(columns.map((cells) => cells[at] ?? null));
  if ('risk' in reading) return { risk: reading.risk, reference: reading.risk.reference, errors: [] as Wrong[] };
  return { risk: undefined, reference: '', errors: [...reading.errors] as Wrong[] };
}
type Wrong = { column: number; text: string; message: string };

async function orderOf({ connection }: OpenFile, column: number): Promise<DateOrder | null> {
  if (column < 0) return null;
  const found = await query(connection, `select distinct c${column} as text from cells limit ${MAX_DATE_TEXTS}`);
  return orderOfDates(found.map(({ text }) => textOf(text)));
}

/** The rows whose reference an earlier one has, by their places. */
async function findDuplicates({ connection, columns }: OpenFile, column: number): Promise<ReadonlySet<number>> {
  const found = await query(
    connection,
    `select r.rowid::int as place from cells r join
      (select c${column} as text, min(rowid) as first from cells where c${column} <> '' group by 1 having count(*) > 1) d
      on r.c${column} = d.text and r.rowid > d.first limit ${MAX_DUPLICATES + 1}`,
  );
  if (found.length > MAX_DUPLICATES)
    throw new FileProblem(
      `Very many rows have the same ${columns[column]?.name ?? 'reference'}, so it cannot be the reference of the risk. Choose another column.`,
    );
  return new Set(found.map(({ place }) => Number(place)));
}

/** A condition for the rows of each class, in the order of the classes; first those of no class that is known. */
async function groupByClass(
  { connection }: OpenFile,
  column: number,
  findClass: (text: string) => string | undefined,
): Promise<readonly string[]> {
  const found = await query(
    connection,
    `select distinct c${column} as text from cells where c${column} is not null limit ${MAX_CLASS_TEXTS + 1}`,
  );
  if (found.length > MAX_CLASS_TEXTS)
    throw new FileProblem(
      `There are more than ${MAX_CLASS_TEXTS} classes of business. Choose another column for them.`,
    );
  const texts = found.map(({ text }) => String(text));
  const known = Map.groupBy(
    texts.filter((text) => findClass(text) !== undefined),
    (text) => findClass(text) ?? '',
  );
  if (known.size === 0)
    throw new FileProblem(
      'No class of business in the file is known. Match their names, or choose another column for them.',
    );
  const all = [...known.values()].flat();
  return [
    `c${column} is null or c${column} not in ${literals(all)}`,
    ...[...known].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => `c${column} in ${literals(own)}`),
  ];
}
