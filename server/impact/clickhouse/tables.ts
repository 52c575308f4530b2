import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ClassFacts, buildDictionary } from '#domain/impact/sql/codes.ts';
import { createClassTables, createClassWriter, selectFacts, TABLES_FORMAT } from '#domain/impact/sql/tables.ts';
import type { CodedTables } from '#domain/evaluation/sql/select.ts';
import { type Chunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { Engine } from './engine.ts';
import { EngineRefusal, UNKNOWN_TABLE } from './refusal.ts';

/** The tables of a class, which are whole, and what is known of it. */
export type ReadyClass = Readonly<{ tables: CodedTables; facts: ClassFacts }>;

/** Whoever asks for a class that is being filled waits this long for it, and is told how far it is then. */
export const PATIENCE_MS = 8000;
/** What a server that ended while it filled a table left behind; younger ones may still be filled. */
const LEFT_BEHIND_MS = 60 * 60_000;

const OWN = /^lineslip_(?:([0-9a-f]{32})|tmp_(\d+)_[0-9a-f]+)_(?:risks|dictionary)$/;

const tablesOf = (name: string): CodedTables => ({
  risks: `lineslip_${name}_risks`,
  dictionary: `lineslip_${name}_dictionary`,
});

/** The tables of a class go by what its chunks hold, whichever portfolio they are of. */
export const nameClass = (hashes: readonly string[]): string =>
  createHash('sha256')
    .update([TABLES_FORMAT, ...hashes].join('\n'))
    .digest('hex')
    .slice(0, 32);

type Opening = Readonly<{ ready: Promise<ReadyClass>; progress: { filled: number; of: number } }>;

/** Tables of classes in the engine: filled from the chunks when a class is first asked for, all of it or nothing. */
export function classTables({ rows, run, insert }: Engine, patienceMs: number) {
  const openings = new Map<string, Opening>();

  async function exists(table: string): Promise<boolean> {
    const [[found] = []] = await rows(`EXISTS TABLE ${table}`);
    return Number(found) === 1;
  }

  /** The risks get their final name last: where that is, everything is. */
  async function find(tables: CodedTables): Promise<ReadyClass | undefined> {
    if (!(await exists(tables.risks))) return undefined;
    const [[facts] = []] = await rows(selectFacts(tables));
    return { tables, facts: JSON.parse(String(facts)) as ClassFacts };
  }

  async function fill(name: string, files: readonly string[], progress: Opening['progress']): Promise<void> {
    const [final, temporary] = [tablesOf(name), tablesOf(`tmp_${Date.now()}_${randomBytes(4).toString('hex')}`)];
    try {
      const learnt = buildDictionary(openAll(files));
      for (const statement of createClassTables(temporary, learnt.facts)) await run(statement);
      const { encodeRows, encodeDictionary } = createClassWriter(learnt);
      for (const chunk of openAll(files)) {
        await insert(temporary.risks, encodeRows(chunk));
        progress.filled += chunk.size;
      }
      await insert(temporary.dictionary, encodeDictionary());
      const [[count] = []] = await rows(`SELECT count() FROM ${temporary.risks}`);
      if (Number(count) !== progress.filled)
        throw new Error(`The engine of the portfolio has ${String(count)} of ${progress.filled} risks.`);
      // Another server may have filled the same meanwhile: the same chunks give the same tables.
      for (const table of ['dictionary', 'risks'] as const)
        await run(`RENAME TABLE ${temporary[table]} TO ${final[table]}`).catch(async (error: unknown) => {
          if (!(await exists(final[table]))) throw error;
        });
    } finally {
      for (const table of Object.values(temporary)) await run(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
    }
  }

  function start(name: string, files: readonly string[]): Opening {
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
    opening.ready.catch(() => openings.delete(name));
    openings.set(name, opening);
    return opening;
  }

  return {
    async open(files: readonly string[]): Promise<ReadyClass> {
      const name = nameClass(files.map((file) => basename(file)));
      const { ready, progress } = openings.get(name) ?? start(name, files);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(stillFilling(progress)), patienceMs);
      });
      return Promise.race([ready, late]).finally(() => clearTimeout(timer));
    },

    /** To be called where a table turned out to be gone. True where it is worth trying again. */
    forget(files: readonly string[], error: unknown): boolean {
      if (!(error instanceof EngineRefusal) || error.code !== UNKNOWN_TABLE) return false;
      return openings.delete(nameClass(files.map((file) => basename(file))));
    },

    /** Drops the tables of classes that no portfolio has any more, and what was never filled. */
    async clean(kept: readonly (readonly string[])[]): Promise<void> {
      const names = new Set(kept.map(nameClass));
      const found = await rows(
        "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'lineslip%' ORDER BY name",
      );
      for (const [table] of found) {
        const [, name, made] = OWN.exec(String(table)) ?? [];
        const isStale = name === undefined ? Date.now() - Number(made) > LEFT_BEHIND_MS : !names.has(name);
        if (!isStale) continue;
        await run(`DROP TABLE IF EXISTS ${String(table)}`);
        if (name !== undefined) openings.delete(name);
      }
    },
  };
}

function* openAll(files: readonly string[]): Generator<Chunk> {
  for (const file of files) yield openChunk(readFileSync(file));
}

const stillFilling = ({ filled }: Opening['progress']): EngineRefusal => {
  const far = filled === 0 ? '' : ` ${filled.toLocaleString('en-GB')} are there.`;
  return new EngineRefusal(
    `The risks are being handed to the engine of the portfolio.${far} Please try again in a moment.`,
    0,
    'still filling',
  );
};
