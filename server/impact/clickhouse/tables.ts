import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createRowWriter } from '#domain/impact/sql/bytes.ts';
import { type ClassFacts, buildDictionary } from '#domain/impact/sql/codes.ts';
import { createClassTables, createClassWriter, selectFacts, TABLES_FORMAT } from '#domain/impact/sql/tables.ts';
import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import type { CodedTables } from '#domain/evaluation/sql/select.ts';
import { type Chunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { Engine } from './engine.ts';
import { EngineRefusal, UNKNOWN_TABLE } from './refusal.ts';

/** The complete tables of a class, and its facts. */
export type ReadyClass = Readonly<{ tables: CodedTables; facts: ClassFacts }>;

/** How long a caller waits for a class that is being filled, before they get its progress instead. */
export const PATIENCE_MS = 8000;
/** Temporary tables older than this were left by a server that stopped; younger ones may still be filled. */
const STALE_MS = 60 * 60_000;

const OWN = /^lineslip_(?:([0-9a-f]{32})|tmp_(\d+)_[0-9a-f]+)_(?:risks|dictionary)$/;

const tablesOf = (name: string): CodedTables => ({
  risks: `lineslip_${name}_risks`,
  dictionary: `lineslip_${name}_dictionary`,
});

/** Tables are named after the content of the chunks, independent of the portfolio. */
export const nameClass = (hashes: readonly string[]): string =>
  createHash('sha256')
    .update([TABLES_FORMAT, ...hashes].join('\n'))
    .digest('hex')
    .slice(0, 32);

type TableLoad = Readonly<{ ready: Promise<ReadyClass>; progress: { filled: number; of: number } }>;

/** The tables of classes in the engine, filled from the chunks on first use, all or nothing. */
export function classTables({ rows, run, insert }: Engine, patienceMs: number) {
  const loads = new Map<string, TableLoad>();

  async function exists(table: string): Promise<boolean> {
    const [[found] = []] = await rows(`EXISTS TABLE ${table}`);
    return Number(found) === 1;
  }

  /** The risks table is renamed last, so its existence means that everything exists. */
  async function find(tables: CodedTables): Promise<ReadyClass | undefined> {
    if (!(await exists(tables.risks))) return undefined;
    const [[facts] = []] = await rows(selectFacts(tables));
    return { tables, facts: JSON.parse(String(facts)) as ClassFacts };
  }

  async function fill(name: string, files: readonly string[], progress: TableLoad['progress']): Promise<void> {
    const [final, temporary] = [tablesOf(name), tablesOf(`tmp_${Date.now()}_${randomBytes(4).toString('hex')}`)];
    try {
      const dictionary = buildDictionary(openAll(files));
      for (const statement of createClassTables(DIALECTS.clickhouse, temporary, dictionary.facts)) await run(statement);
      const { encodeRows, encodeDictionary } = createClassWriter(dictionary, createRowWriter);
      for (const chunk of openAll(files)) {
        await insert(temporary.risks, encodeRows(chunk));
        progress.filled += chunk.size;
      }
      await insert(temporary.dictionary, encodeDictionary());
      const [[count] = []] = await rows(`SELECT count() FROM ${temporary.risks}`);
      if (Number(count) !== progress.filled)
        throw new Error(`The portfolio engine has ${String(count)} of ${progress.filled} risks.`);
      // Another server may have filled it meanwhile: the same chunks give the same tables.
      for (const table of ['dictionary', 'risks'] as const)
        await run(`RENAME TABLE ${temporary[table]} TO ${final[table]}`).catch(async (error: unknown) => {
          if (!(await exists(final[table]))) throw error;
        });
    } finally {
      for (const table of Object.values(temporary)) await run(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
    }
  }

  function start(name: string, files: readonly string[]): TableLoad {
    const progress = { filled: 0, of: files.length };
    const prepare = async (): Promise<ReadyClass> => {
      const tables = tablesOf(name);
      const found = await find(tables);
      if (found !== undefined) return found;
      await fill(name, files, progress);
      const filled = await find(tables);
      if (filled === undefined) throw new Error('A table of the portfolio is gone that was made just now.');
      return filled;
    };
    const opening = { ready: prepare(), progress };
    opening.ready.catch(() => loads.delete(name));
    loads.set(name, opening);
    return opening;
  }

  return {
    async open(files: readonly string[]): Promise<ReadyClass> {
      const name = nameClass(files.map((file) => basename(file)));
      const { ready, progress } = loads.get(name) ?? start(name, files);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(stillFilling(progress)), patienceMs);
      });
      return Promise.race([ready, late]).finally(() => clearTimeout(timer));
    },

    /** Call this if a table turned out to be missing. True if a retry makes sense. */
    forget(files: readonly string[], error: unknown): boolean {
      if (!(error instanceof EngineRefusal) || error.code !== UNKNOWN_TABLE) return false;
      return loads.delete(nameClass(files.map((file) => basename(file))));
    },

    /** Drops the tables of classes that no portfolio has, and unfinished ones. */
    async clean(kept: readonly (readonly string[])[]): Promise<void> {
      const names = new Set(kept.map(nameClass));
      const found = await rows(
        "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'lineslip%' ORDER BY name",
      );
      for (const [table] of found) {
        const [, name, made] = OWN.exec(String(table)) ?? [];
        const isStale = name === undefined ? Date.now() - Number(made) > STALE_MS : !names.has(name);
        if (!isStale) continue;
        await run(`DROP TABLE IF EXISTS ${String(table)}`);
        if (name !== undefined) loads.delete(name);
      }
    },
  };
}

function* openAll(files: readonly string[]): Generator<Chunk> {
  for (const file of files) yield openChunk(readFileSync(file));
}

const stillFilling = ({ filled }: TableLoad['progress']): EngineRefusal => {
  const far = filled === 0 ? '' : ` ${filled.toLocaleString('en-GB')} are there.`;
  return new EngineRefusal(
    `The portfolio engine is loading the risks.${far} Try again in a moment.`,
    0,
    'still filling',
  );
};
