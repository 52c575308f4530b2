import { readFileSync } from 'node:fs';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { keepRisks, type KeptRisks } from '#domain/impact/kept-risks.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';
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
import { type Lists, readRisks } from './risks.ts';

/** Classes are kept in memory up to this size together, those asked for last. The one in use is kept whatever it takes. */
const MAX_KEPT_BYTES = 1024 * 1024 * 1024;
/** For each class: how many lists that others are measured against are kept evaluated. */
const MAX_MEASURES = 4;
const MAX_LISTS = 16;

type KeptClass = Readonly<{ risks: KeptRisks; measures: Map<string, Measure> }>;

/** Measures one job after the other, and remembers what the next one will probably need. */
export function createMeasurer(maxBytes = MAX_KEPT_BYTES) {
  const classes = new Map<string, KeptClass>();
  const lists = new Map<string, readonly RatedEntry[]>();

  const parse = (json: string) => remember(lists, json, MAX_LISTS, () => JSON.parse(json) as RatedEntry[]);

  const open = (files: readonly string[]): KeptClass => {
    const kept = remember(classes, files.join(), Infinity, () => ({
      risks: keepRisks(openAll(files)),
      measures: new Map(),
    }));
    const sizes = [...classes].map(([key, { risks }]) => ({ key, size: sizeOf(risks) }));
    let total = sizes.reduce((sum, { size }) => sum + size, 0);
    // The first was asked for longest ago; the last is the one in use.
    for (const { key, size } of sizes.slice(0, -1)) {
      if (total <= maxBytes) break;
      classes.delete(key);
      total -= size;
    }
    return kept;
  };

  const compare = ({ files, before, after, day }: Comparison) => {
    const kept = open(files);
    const both: Lists = { before: parse(before), after: parse(after) };
    const measure = remember(kept.measures, nameMeasure(day, before), MAX_MEASURES, () =>
      createMeasure(kept.risks, both.before, day ?? undefined),
    );
    return { kept, measure, ...both };
  };

  const measureImpact = (job: ImpactJob): ImpactAnswer => {
    const { kept, measure, ...both } = compare(job);
    const impact = measure.measure(both.after);
    const rows = impact.largest.map(({ row }) => row);
    return { impact, largest: readRisks(job.files, kept.risks.starts, rows, both, job.day) };
  };

  const listRisks = (job: RisksJob): RisksAnswer => {
    const { kept, measure, ...both } = compare(job);
    const rows = measure.listRows(both.after, job.figure);
    const first = rows.findIndex((row) => row > job.after_row);
    const page = first === -1 ? [] : [...rows.subarray(first, first + job.limit)];
    return { items: readRisks(job.files, kept.risks.starts, page, both, job.day), total: rows.length };
  };

  const countFigures = (job: FiguresJob): number[] => {
    const { measure, after } = compare(job);
    return job.figures.map((figure) => measure.listRows(after, figure).length);
  };

  const countChanges = ({ files, before, after, day }: CountJob): ChangeCount => {
    const { risks, measures } = open(files);
    const entries = (json: string) => lists.get(json) ?? (JSON.parse(json) as RatedEntry[]);
    const known = measures.get(nameMeasure(day, before));
    return (known ?? createMeasure(risks, entries(before), day ?? undefined)).count(entries(after));
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

const sizeOf = (risks: KeptRisks): number => Object.values(risks.bytes()).reduce((sum, bytes) => sum + bytes, 0);

/** What is known by this key, or made now; known last. What is asked for longest ago is forgotten. */
function remember<T>(known: Map<string, T>, key: string, most: number, make: () => T): T {
  const value = known.get(key) ?? make();
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
  return value;
}
