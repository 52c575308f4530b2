import { contains, type IntervalSet } from '#domain/dimension/kind/intervals/interval.ts';
import { setOf } from '#domain/dimension/kind/intervals/kind.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';

/** For each of the five values the index of the winning dial; -1 if there is none. */
export type Places = Int16Array;

/** Checks dials in order until every value has its winner. */
export function createWinnerLoop(entries: readonly RatedEntry[]) {
  const sets = entries.map(({ dial, overrides }) =>
    VALUE_KEYS.flatMap((key, value) => ((overrides[key] ?? dial.values[key]) === undefined ? [] : [value])),
  );
  return (takesPart: (dial: number) => boolean): Places => {
    const places = new Int16Array(VALUE_KEYS.length).fill(-1);
    let open = VALUE_KEYS.length;
    for (let dial = 0; dial < sets.length && open > 0; dial += 1) {
      if (!takesPart(dial)) continue;
      for (const value of sets[dial] ?? [])
        if (places[value] === -1) {
          places[value] = dial;
          open -= 1;
        }
    }
    return places;
  };
}

type Question =
  | Readonly<{ key: DimensionKey; kind: 'intervals'; set: IntervalSet }>
  | Readonly<{ key: DimensionKey; kind: 'texts'; texts: ReadonlySet<string> }>
  | Readonly<{ key: DimensionKey; kind: 'answer'; answer: string | boolean }>;

/**
 * The loop of the definition over preprocessed dials: intervals parsed, lists as sets, only set dimensions, and no
 * trace. Much faster than the definition itself.
 */
export function createNaive(entries: readonly RatedEntry[]): (risk: Risk) => Places {
  const loop = createWinnerLoop(entries);
  const dials = entries.map(({ dial }) => ({ ...dial, questions: listSetDimensions(dial.dimensions).map(toQuestion) }));
  return (risk) =>
    loop((place) => {
      const dial = dials[place];
      if (dial === undefined) return false;
      const { active_from, active_until, journeys, questions } = dial;
      if ((active_from !== null && risk.date < active_from) || (active_until !== null && risk.date >= active_until))
        return false;
      if (journeys.length > 0 && (risk.journey === null || !journeys.includes(risk.journey))) return false;
      for (const question of questions) if (!holds(question, risk)) return false;
      return true;
    });
}

function toQuestion({ key, dimension: { kind }, value }: ReturnType<typeof listSetDimensions>[number]): Question {
  if (kind === 'intervals') return { key, kind, set: setOf(value as string) ?? [] };
  if (kind === 'one-of' || kind === 'yes-no') return { key, kind: 'answer', answer: value as string | boolean };
  return { key, kind: 'texts', texts: new Set(value as readonly string[]) };
}

function holds(question: Question, { dimensions }: Risk): boolean {
  const had = dimensions[question.key];
  if (had === undefined) return false;
  if (question.kind === 'answer') return had === question.answer;
  if (question.kind === 'intervals') return contains(question.set, had as number);
  for (const text of had as readonly string[]) if (question.texts.has(text)) return true;
  return false;
}
