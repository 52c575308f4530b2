import type { CellCause, ColumnReading, DecimalMark } from '#domain/dimension/kind/cell.ts';
import { splitHeader, US_DOLLAR } from '#domain/dimension/kind/currency.ts';
import { inspectNumbers, type NumberFacts } from '#domain/dimension/kind/number-cell.ts';
import { type DateOrder, findDateOrder } from './date.ts';
import { numbersOf, type Target } from './target.ts';

/** What a person says about a whole column. Null takes it back. */
export type Answer = Readonly<{ column: number }> &
  (
    | Readonly<{ question: 'decimal'; answer: DecimalMark | null }>
    | Readonly<{ question: 'percent'; answer: 'percent' | 'fraction' | null }>
    | Readonly<{ question: 'dates'; answer: DateOrder | null }>
    /** `mark`: the currency as written; empty for amounts without one. `usd`: US dollars for one. */
    | Readonly<{ question: 'currency'; mark: string; answer: Readonly<{ currency: string; usd: number }> | null }>
  );

export type Question = Answer['question'];

/** Of a column that leaves nothing open. */
export const PLAIN_READING: ColumnReading = {
  decimal: '.',
  percent: 'percent',
  dates: 'day first',
  isDollars: true,
  rates: new Map(),
  answers: new Set(),
};

/** `texts`: the values of the column, or one of each shape. `isNumeric`: the file says that they are numbers. */
export type ColumnTexts = Readonly<{ name: string; texts: Iterable<string>; isNumeric: boolean }>;

/** How a column is read, by all that its values show and by the person’s answers. */
export function inferReading(target: Target, column: ColumnTexts, answers: readonly Answer[]): ColumnReading {
  const numbers = numbersOf(target);
  if (numbers !== undefined) return inferNumbers(numbers, column, answers);
  if (target !== 'date') return PLAIN_READING;
  const answer = findAnswer(answers, 'dates');
  return {
    ...PLAIN_READING,
    dates: answer ?? findDateOrder(column.texts),
    answers: new Set<CellCause['kind']>(answer === undefined ? [] : ['dates']),
  };
}

function inferNumbers(
  numbers: NumberFacts,
  { name, texts, isNumeric }: ColumnTexts,
  answers: readonly Answer[],
): ColumnReading {
  const shown = inspectNumbers(texts, numbers);
  const { currency } = splitHeader(name);
  const decimal = findAnswer(answers, 'decimal');
  const percent = findAnswer(answers, 'percent');
  const rates = answers.flatMap((one) =>
    one.question === 'currency' && one.answer !== null ? [[one.mark, one.answer] as const] : [],
  );
  return {
    decimal: decimal ?? (isNumeric ? '.' : shown.decimal),
    likelyDecimal: shown.likelyDecimal,
    percent: percent ?? shown.percent,
    dates: undefined,
    isDollars: currency === undefined ? shown.isDollars : currency === US_DOLLAR,
    rates: new Map(rates),
    answers: new Set<CellCause['kind']>([
      ...(decimal === undefined ? [] : (['decimal'] as const)),
      ...(percent === undefined ? [] : (['percent'] as const)),
    ]),
  };
}

/** The last one counts. */
function findAnswer<Q extends Exclude<Question, 'currency'>>(answers: readonly Answer[], question: Q) {
  const found = answers.findLast((one) => one.question === question);
  return (found?.answer ?? undefined) as Exclude<Extract<Answer, { question: Q }>['answer'], null> | undefined;
}
