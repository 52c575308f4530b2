import type { Lineslip } from '#sdk/types.ts';
import { LINE, PARTNERS, RISK } from './feed.ts';

/** The risks of every try. */
const RISKS = [
  RISK,
  { ...RISK, journey: 'renewal' },
  { ...RISK, journey: 'facility' },
  { date: '2027-06-30', journey: null, dimensions: {} },
];

export type Answers = Readonly<{ sequence: number; asked: number; wrong: number; empty: number }>;

/** Asks for every risk and partner at once: all answers have to be of one release, and those that it gives. */
export function askAll(lineslip: Pick<Lineslip, 'evaluate' | 'status'>): Answers {
  const { sequence } = lineslip.status();
  const answers = PARTNERS.flatMap((partner) =>
    RISKS.map((risk) => ({ partner, risk, answer: lineslip.evaluate({ partner, cob: 'cargo', risk }) })),
  );
  const isWrong = ({ partner, risk, answer }: (typeof answers)[number]): boolean => {
    const line = risk.journey === 'facility' ? 1 : LINE + (partner === 9103 ? 0 : sequence);
    return answer.sequence !== sequence || answer.values.max_line !== line || answer.values.min_line !== 1000;
  };
  return {
    sequence,
    asked: answers.length,
    wrong: answers.filter(isWrong).length,
    empty: answers.filter(({ answer }) => answer.reason !== 'evaluated' || answer.values.max_line === undefined).length,
  };
}
