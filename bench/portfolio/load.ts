import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { grouped } from '#domain/dimension/format.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { guessTargets } from '#domain/portfolio/mapping/columns.ts';
import { indexNames, type Options } from '#domain/portfolio/mapping/names.ts';
import type { FileKind, ReaderMessage } from '#domain/portfolio/load.ts';
import { type Request, UPLOAD_FILE } from '#server/portfolio/reader/reader.protocol.ts';
import { time } from '../measure.ts';

/**
 * `npm run bench -- load`, with `--rows=5000000` for the largest file allowed: how many rows per second are read, checked
 * and written into chunks, compared with DuckDB’s own scan of all cells of the same file.
 */
const ROWS = Number(/--rows=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_000_000);
/** Of the reading process, including DuckDB. */
const MAX_MEMORY_MB = 2048;

const list = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ code: `${prefix}${n}`, label: `${prefix} number ${n}` }));
const OPTIONS: Options = {
  ...(Object.fromEntries(REFERENCE_LISTS.map((name) => [name, []])) as unknown as Options),
  risk_codes: list('C', 60),
  brokers: list('B', 40),
  countries: list('L', 60),
};
const CLASSES = ['Cargo', 'Cyber Privacy & Tech', 'D&O WW', 'Hull', 'Terrorism', 'Property UK', 'Specie', 'FI'];
const pick = (texts: readonly string[]): string =>
  `list_extract([${texts.map((text) => `'${text}'`).join(', ')}], 1 + (random() * ${texts.length - 1})::int)`;
/** 24 columns, like real files. */
const MAKE = `select 'SUB-26-' || lpad(i::varchar, 8, '0') as reference, ${pick(CLASSES)} as cob,
  'B number ' || (random() * 39)::int as producing_broker,
  'C' || (random() * 59)::int || case when random() < 0.3 then ';C' || (random() * 59)::int else '' end as risk_cd,
  case when random() < 0.02 then '' else exp(14 + 3 * random())::bigint::varchar end as annual_revenue,
  ${pick(['P', 'XS'])} as layer, ((random() * 40)::int * 2.5) || 'm' as attachment, 'L' || (random() * 59)::int as domicile,
  case when random() < 0.1 then 'n/a' else round(random() * 8 - 2, 2)::varchar end as altman_z,
  (random() * 9000)::int as employees, round(random() * 60 - 30, 1) as size_change, (random() * 4000)::int as days_since_ipo,
  ${pick(['Y', 'N'])} as first_year, ${pick(['Listed', 'Private', 'Failed'])} as listed_status, (random() * 36)::int as bi_wait_hrs,
  ${pick(['New business', 'Renewal'])} as journey, strftime(date '2026-01-01' + (random() * 364)::int, '%d/%m/%Y') as inception,
  round(random() * 200000, 2) as gwp, 'Office ' || (random() * 9)::int as office, 'as expiring' as uw_notes,
  ${pick(['Y', 'N'])} as crime, ${pick(['Y', 'N'])} as dando, ${pick(['Y', 'N'])} as pi_coverage, (random() * 300)::int as lawyers
  from range(${ROWS}) t(i)`;

async function make(file: string, kind: FileKind): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`copy (${MAKE}) to '${file}' (format ${kind})`);
  instance.closeSync();
}

/** DuckDB alone: reads every cell. */
async function scan(file: string, kind: FileKind): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '512MB', threads: '2' });
  const connection = await instance.connect();
  const source = kind === 'csv' ? `read_csv('${file}', all_varchar = true)` : `read_parquet('${file}')`;
  await connection.run(`select sum(length(columns(*)::varchar)) from ${source}`);
  instance.closeSync();
}

/** The same process and requests as on the server. */
async function load(folder: string, kind: FileKind) {
  const child = fork(join(import.meta.dirname, '../../server/portfolio/reader/reader.main.ts'), [folder], {
    execArgv: ['--max-old-space-size=1024'],
    serialization: 'advanced',
  });
  const ask = (request: Request) => void child.send(request);
  const waitFor = <N extends ReaderMessage['type']>(name: N) =>
    new Promise<Extract<ReaderMessage, { type: N }>>((resolve, reject) => {
      child.on('message', (message: ReaderMessage) => {
        if (message.type === name) resolve(message as Extract<ReaderMessage, { type: N }>);
        if ('sentence' in message) reject(new Error(message.sentence));
      });
    });
  const times = { read: 0, checked: 0 };
  ask({ do: 'read', kind });
  times.read = await time(async () => waitFor('read').then(({ columns }) => (found = columns)));
  const names = indexNames(OPTIONS, []);
  const targets = guessTargets(
    found.map(({ name, sample }) => ({ name, values: sample })),
    names,
    new Map([['office', 'kept']]),
  );
  ask({
    do: 'check',
    run: 1,
    targets,
    options: OPTIONS,
    matches: [],
    answers: [],
    keepsWrong: false,
    day: DAY,
    today: DAY,
  });
  let risks = 0;
  times.checked = await time(async () => waitFor('checked').then(({ written }) => (risks = written.risks)));
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  child.kill();
  await once(child, 'exit');
  return { ...times, risks, targets, memoryMb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 };
}
const DAY = '2026-01-01';
let found: Extract<ReaderMessage, { type: 'read' }>['columns'] = [];

const perSecond = (ms: number): string => `${grouped(Math.round(ROWS / (ms / 1000))).padStart(10)} rows/s`;
let isFine = true;
for (const kind of ['csv', 'parquet'] as const) {
  const folder = await mkdtemp(join(tmpdir(), 'lineslip-bench-'));
  try {
    const file = join(folder, `made.${kind}`);
    await make(file, kind);
    await scan(file, kind);
    const scanned = await time(() => scan(file, kind));
    await rename(file, join(folder, UPLOAD_FILE));
    const { size } = await stat(join(folder, UPLOAD_FILE));
    const { read, checked, risks, targets, memoryMb } = await load(folder, kind);
    const used = targets.filter((target) => target !== 'unused').length;
    console.log(
      `${kind}, ${grouped(ROWS)} rows of ${targets.length} columns (${used} used), ${(size / 1e6).toFixed(0)} MB`,
    );
    console.log(`  DuckDB’s own scan    ${perSecond(scanned)}`);
    console.log(`  copied into columns  ${perSecond(read)}`);
    console.log(`  checked and encoded  ${perSecond(checked)}`);
    console.log(
      `  both                 ${perSecond(read + checked)}, ${((read + checked) / scanned).toFixed(1)} times the scan`,
    );
    console.log(`  memory at most       ${memoryMb.toFixed(0)} MB (limit ${MAX_MEMORY_MB})`);
    isFine &&= memoryMb <= MAX_MEMORY_MB && risks === ROWS;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (!isFine) process.exitCode = 1;
