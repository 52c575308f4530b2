import type { Lineslip, LineslipAnswer, LineslipQuery } from '#sdk/types.ts';
import { LINE, PARTNERS, RISK } from './feed.ts';

/** The risks of every try. */
const RISKS = [
  RISK,
  { ...RISK, journey: 'renewal' },
  { ...RISK, journey: 'facility' },
  { date: '2027-06-30', journey: null, dimensions: {} },
];

export type Answers = Readonly<{ sequence: number; asked: number; wrong: number; empty: number }>;

/** Every risk for every partner. */
export const QUERIES: readonly LineslipQuery[] = PARTNERS.flatMap((partner) =>
  RISKS.map((risk) => ({ partner, cob: 'cargo', risk })),
);

/** Asks everything at once: all answers have to be of one release, and those that it gives. */
export function askAll(lineslip: Pick<Lineslip, 'evaluate' | 'status'>): Answers {
  const { sequence } = lineslip.status();
  return checkAnswers(
    sequence,
    QUERIES.map((query) => lineslip.evaluate(query)),
  );
}

/** Counts what is wrong among the answers to all queries by one release. */
export function checkAnswers(sequence: number, answers: readonly LineslipAnswer[]): Answers {
  const isWrong = ({ sequence: by, values }: LineslipAnswer, index: number): boolean => {
    const { partner, risk } = QUERIES[index] ?? {};
    const line = risk?.journey === 'facility' ? 1 : LINE + (partner === 9103 ? 0 : sequence);
    return by !== sequence || values.max_line !== line || values.min_line !== 1000;
  };
  return {
    sequence,
    asked: answers.length,
    wrong: answers.filter(isWrong).length,
    empty: answers.filter(({ reason, values }) => reason !== 'evaluated' || values.max_line === undefined).length,
  };
}
