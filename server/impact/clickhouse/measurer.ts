import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { type PossibleValues, listPossibleValues } from '#domain/impact/possible-values.ts';
import { assembleImpact, listMembers, readCount, readMembers } from '#domain/impact/sql/assemble.ts';
import { selectCount, selectCounts, selectRowsOfFigure } from '#domain/impact/sql/figures.ts';
import { type ImpactQuery, selectMembers, selectOutcomeCounts, selectTexts } from '#domain/impact/sql/queries.ts';
import type {
  AnswerOf,
  CleanJob,
  FiguresJob,
  ImpactAnswer,
  ImpactJob,
  Job,
  RisksAnswer,
  RisksJob,
} from '#server/impact/job.ts';
import { readRisks } from '#server/impact/risks.ts';
import type { EngineAddress } from './address.ts';
import { openEngine } from './engine.ts';
import { EngineRefusal } from './refusal.ts';
import { classTables, PATIENCE_MS, type ReadyClass } from './tables.ts';

/** The number of concurrent jobs; as many may queue, since more would wait too long. */
const MAX_AT_ONCE = 6;

type Comparison = Readonly<{ query: ImpactQuery; possibleValues: readonly PossibleValues[] }>;

/** Measures on ClickHouse what `createMeasurer` measures in memory, with identical results. */
export function createClickHouseMeasurer(address: EngineAddress, patienceMs = PATIENCE_MS) {
  const engine = openEngine(address);
  const tables = classTables(engine, patienceMs);
  const limit = createLimit(MAX_AT_ONCE);

  const compare = ({ before, after, day }: Job, ready: ReadyClass): Comparison => {
    const lists = { before: JSON.parse(before) as RatedEntry[], after: JSON.parse(after) as RatedEntry[] };
    return {
      query: { ...ready, ...lists, day: day ?? undefined },
      possibleValues: listPossibleValues(lists.before, lists.after),
    };
  };

  const single = (job: Job, { query }: Comparison, rows: readonly number[]) =>
    readRisks(job.files, query.facts.starts, rows, query, job.day);

  async function measureImpact(job: ImpactJob, compared: Comparison): Promise<ImpactAnswer> {
    const { query, possibleValues } = compared;
    const [outcomes, members] = await Promise.all([
      engine.rows(selectOutcomeCounts(query)),
      engine.rows(selectMembers(query, possibleValues)),
    ]);
    const changed = readMembers(query, members);
    const listed = listMembers(query, changed);
    const texts = listed.length === 0 ? [] : await engine.rows(selectTexts(query.tables, listed));
    const impact = assembleImpact(query, possibleValues, { outcomes, changed, texts });
    const rows = impact.largest.map(({ row }) => row);
    return { impact, largest: single(job, compared, rows) };
  }

  async function listRisks(job: RisksJob, compared: Comparison): Promise<RisksAnswer> {
    const statements = selectRowsOfFigure(compared.query, compared.possibleValues, job.figure, job);
    const [rows, [[total] = []]] = await Promise.all([engine.rows(statements.rows), engine.rows(statements.total)]);
    return {
      items: single(
        job,
        compared,
        rows.map(([row]) => Number(row)),
      ),
      total: Number(total),
    };
  }

  async function countFigures({ figures }: FiguresJob, { query, possibleValues }: Comparison): Promise<number[]> {
    if (figures.length === 0) return [];
    const [counted = []] = await engine.rows(selectCounts(query, possibleValues, figures));
    return counted.map(Number);
  }

  async function answer(job: Job): Promise<AnswerOf<Job>> {
    const compared = compare(job, await tables.open(job.files));
    switch (job.wants) {
      case 'impact':
        return measureImpact(job, compared);
      case 'risks':
        return listRisks(job, compared);
      case 'figures':
        return countFigures(job, compared);
      default:
        return readCount(compared.query, await engine.rows(selectCount(compared.query, compared.possibleValues)));
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
