import { readFileSync } from 'node:fs';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { buildRiskTable, type RiskTable } from '#domain/impact/risk-table.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';
import type { Lists } from '#domain/impact/impact-table.ts';
import { createMeasure, type Measure } from '#domain/impact/measure.ts';
import { type Chunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import type {
  AnswerOf,
  Comparison,
  CountJob,
  FiguresJob,
  ImpactAnswer,
  ImpactJob,
  Job,
  RisksAnswer,
  RisksJob,
} from './job.ts';
import { readRisks } from './risks.ts';

/** The size limit of the cache of classes, least recently used evicted first. The class in use always stays. */
const MAX_CACHE_BYTES = 1024 * 1024 * 1024;
/** The number of evaluated base lists cached per class. */
const MAX_MEASURES = 4;
const MAX_LISTS = 16;

type CachedClass = Readonly<{ risks: RiskTable; measures: Map<string, Measure> }>;

type Options = Readonly<{
  maxBytes?: number;
  /** Called with the size of the cache when it changes. */
  onSize?: (bytes: number) => void;
}>;

/** Runs one job at a time, and caches what the next one probably needs. */
export function createMeasurer({ maxBytes = MAX_CACHE_BYTES, onSize }: Options = {}) {
  const classes = new Map<string, CachedClass>();
  const lists = new Map<string, readonly RatedEntry[]>();

  const parse = (json: string) => getOrCreate(lists, json, MAX_LISTS, () => JSON.parse(json) as RatedEntry[]);

  const open = (files: readonly string[]): CachedClass => {
    const cached = getOrCreate(classes, files.join(), Infinity, () => ({
      risks: buildRiskTable(openAll(files)),
      measures: new Map(),
    }));
    const sizes = [...classes].map(([key, { risks }]) => ({ key, size: sizeOf(risks) }));
    let total = sizes.reduce((sum, { size }) => sum + size, 0);
    // Ordered by last use; the last one is in use.
    for (const { key, size } of sizes.slice(0, -1)) {
      if (total <= maxBytes) break;
      classes.delete(key);
      total -= size;
    }
    onSize?.(total);
    return cached;
  };

  const compare = ({ files, before, after, day }: Comparison) => {
    const cached = open(files);
    const both: Lists = { before: parse(before), after: parse(after) };
    const measure = getOrCreate(cached.measures, nameMeasure(day, before), MAX_MEASURES, () =>
      createMeasure(cached.risks, both.before, day ?? undefined),
    );
    return { cached, measure, ...both };
  };

  const measureImpact = (job: ImpactJob): ImpactAnswer => {
    const { cached, measure, ...both } = compare(job);
    const impact = measure.measure(both.after);
    const rows = impact.largest.map(({ row }) => row);
    const largest = readRisks(job.files, cached.risks.starts, rows, both, job.day);
    return { impact, largest, exposures: measure.expose(both.after, job.countries) };
  };

  const listRisks = (job: RisksJob): RisksAnswer => {
    const { cached, measure, ...both } = compare(job);
    const rows = measure.listRows(both.after, job.figure);
    const first = rows.findIndex((row) => row > job.after_row);
    const page = first === -1 ? [] : [...rows.subarray(first, first + job.limit)];
    return { items: readRisks(job.files, cached.risks.starts, page, both, job.day), total: rows.length };
  };

  const countFigures = (job: FiguresJob): number[] => {
    const { measure, after } = compare(job);
    return job.figures.map((figure) => measure.listRows(after, figure).length);
  };

  const countChanges = ({ files, before, after, day }: CountJob): ChangeCount => {
    const { risks, measures } = open(files);
    const entries = (json: string) => lists.get(json) ?? (JSON.parse(json) as RatedEntry[]);
    const measure = measures.get(nameMeasure(day, before));
    return (measure ?? createMeasure(risks, entries(before), day ?? undefined)).count(entries(after));
  };

  function measure<J extends Job>(job: J): AnswerOf<J>;
  function measure(job: Job): AnswerOf<Job> {
    switch (job.wants) {
      case 'impact':
        return measureImpact(job);
      case 'risks':
        return listRisks(job);
      case 'figures':
        return countFigures(job);
      default:
        return countChanges(job);
    }
  }
  return { measure };
}

const nameMeasure = (day: string | null, before: string): string => `${day} ${before}`;

function* openAll(files: readonly string[]): Generator<Chunk> {
  for (const file of files) yield openChunk(readFileSync(file));
}

const sizeOf = (risks: RiskTable): number => Object.values(risks.bytes()).reduce((sum, bytes) => sum + bytes, 0);

/** An LRU cache: returns the value of the key, or creates it and evicts the oldest. */
function getOrCreate<T>(cache: Map<string, T>, key: string, maxSize: number, make: () => T): T {
  const value = cache.get(key) ?? make();
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > maxSize && oldest !== undefined) cache.delete(oldest);
  return value;
}
