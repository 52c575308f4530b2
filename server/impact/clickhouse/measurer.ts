import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import type { Lists } from '#domain/impact/impact-table.ts';
import { createSqlMeasure } from '#domain/impact/sql/measure.ts';
import type { AnswerOf, CleanJob, Job } from '#server/impact/job.ts';
import { readRisks } from '#server/impact/risks.ts';
import type { EngineAddress } from './address.ts';
import { openEngine } from './engine.ts';
import { EngineRefusal } from './refusal.ts';
import { classTables, PATIENCE_MS } from './tables.ts';

/** The number of concurrent jobs; as many may queue, since more would wait too long. */
const MAX_AT_ONCE = 6;

/** Nested subqueries: versions of before 2021 have no WITH. */
const CLICKHOUSE = { dialect: DIALECTS.clickhouse, nested: true } as const;

/** Measures on ClickHouse what `createMeasurer` measures in memory, with identical results. */
export function createClickHouseMeasurer(address: EngineAddress, patienceMs = PATIENCE_MS) {
  const engine = openEngine(address);
  const tables = classTables(engine, patienceMs);
  const limit = createLimit(MAX_AT_ONCE);

  async function answer(job: Job): Promise<AnswerOf<Job>> {
    const { tables: ready, facts } = await tables.open(job.files);
    const lists: Lists = {
      before: JSON.parse(job.before) as RatedEntry[],
      after: JSON.parse(job.after) as RatedEntry[],
    };
    const query = { ...lists, tables: ready, facts, day: job.day ?? undefined, ...CLICKHOUSE };
    const sql = await createSqlMeasure(query, engine.rows);
    const read = (rows: readonly number[]) => readRisks(job.files, facts.starts, rows, lists, job.day);
    switch (job.wants) {
      case 'impact': {
        const impact = await sql.measure();
        const exposures = await sql.expose(job.countries);
        return { impact, largest: read(impact.largest.map(({ row }) => row)), exposures };
      }
      case 'risks': {
        const { rows, total } = await sql.listRows(job.figure, job);
        return { items: read(rows), total };
      }
      case 'figures':
        return sql.countFigures(job.figures);
      case 'count':
        return sql.count();
    }
  }

  async function measure(job: Job, isSecond = false): Promise<AnswerOf<Job>> {
    try {
      return await answer(job);
    } catch (error) {
      if (!isSecond && tables.forget(job.files, error)) return measure(job, true);
      throw error;
    }
  }

  return {
    measure: (job: Job | CleanJob): Promise<unknown> =>
      job.wants === 'clean' ? tables.clean(job.kept) : limit(() => measure(job)),
    close: () => engine.close(),
  };
}

function createLimit(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= atOnce)
      throw new EngineRefusal('Too much is being measured at once. Please try again in a moment.', 0, 'too many');
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
