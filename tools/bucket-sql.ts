import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findClass } from '#domain/cob/class-of-business.ts';
import { isDay } from '#domain/day/day.ts';
import { type DialectName, DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import { writeScript } from '#domain/evaluation/sql/script.ts';
import { bucketReadService } from '#server/bucket/bucket.read.service.ts';
import { readConfig } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { readPinnedData } from '#server/dial/dial.pin.service.ts';
import { partnerNames, partnerService } from '#server/partner/partner.service.ts';
import { StartError } from '#server/start-error.ts';
import { queryDatabase, runCommand } from './command.ts';

const USAGE =
  'npm run bucket:sql -- <partner> <class> --dialect duckdb|clickhouse [--date <YYYY-MM-DD>] [--version <number>]';

type Command = Readonly<{
  partner: number;
  cob: string;
  dialect: DialectName;
  date: string | undefined;
  version: number | undefined;
}>;

/** `npm run bucket:sql -- 9101 cargo --dialect duckdb`: a bucket as SQL, with the tables it is measured on. Read-only. */
export async function bucketSql(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const command = readCommand(args);
  const config = readConfig(environment, join(import.meta.dirname, '..'));
  return queryDatabase(config, (db) => write(db, command));
}

async function write(db: Db, { partner, cob, dialect, date, version }: Command): Promise<string> {
  const partners = await partnerNames(db);
  if (!partners.has(partner))
    throw new StartError(`There is no partner ${partner}. There are: ${[...partners.keys()].join(', ')}.`);
  const now = () => new Date();
  const buckets = bucketReadService({ db, now, partners: partnerService(db) });
  const address = { partner, cob };
  const { number, entries } = await (version === undefined
    ? buckets.asOf(address, now().toISOString())
    : buckets.version(address, version));
  const dataOf = await readPinnedData(db, entries);
  const named = entries.map((entry) => {
    const dial = dataOf(entry);
    return { ...entry, dial, name: `${dial.name} v${entry.version}` };
  });
  const title = `${partner} ${partners.get(partner)}, ${findClass(cob)?.label}, version ${number}`;
  return writeScript(DIALECTS[dialect], title, named, { cob, day: date });
}

function readCommand(args: readonly string[]): Command {
  const { positionals, values } = readArguments(args);
  const [partner = '', cob = '', ...others] = positionals;
  const { dialect = '', date, version } = values;
  if (partner === '' || cob === '' || others.length > 0) throw new StartError(`It is called like this: ${USAGE}`);
  if (!/^\d+$/.test(partner)) throw new StartError(`A partner goes by a number, such as 9101; “${partner}” is none.`);
  if (findClass(cob) === undefined)
    throw new StartError(
      `There is no class “${cob}”. Write it as in the address of its page, such as cyber-privacy-and-tech.`,
    );
  if (!isDialect(dialect))
    throw new StartError(`${dialect === '' ? 'Which dialect?' : `There is no dialect “${dialect}”.`} ${CHOICE}`);
  if (date !== undefined && !isDay(date))
    throw new StartError(`“${date}” is no day. Write it like this: --date 2026-11-16`);
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version))
    throw new StartError(`A version goes by a number from 1 up; “${version}” is none.`);
  return { partner: Number(partner), cob, dialect, date, version: version === undefined ? undefined : Number(version) };
}

const CHOICE = 'Give --dialect duckdb or --dialect clickhouse.';
const isDialect = (name: string): name is DialectName => Object.hasOwn(DIALECTS, name);

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { dialect: text, date: text, version: text },
    });
  } catch {
    throw new StartError(`It is called like this: ${USAGE}`);
  }
}

if (import.meta.main) await runCommand(async () => console.log(await bucketSql(process.argv.slice(2), process.env)));
