import { readAs, someOf, oneOf } from '#domain/dimension/codec.ts';
import {
  hasOption,
  labelOf,
  listOptions,
  type ChoicesDimension,
  type OneOfDimension,
} from '#domain/dimension/dimension.ts';
import { fact, joinFacts, joinNames, summariseNames, uncapitalise } from '#domain/dimension/words.ts';
import {
  divideByCode,
  type Kind,
  readTexts,
  setKind,
  severalTexts,
  explainMismatch,
  answerKind,
  divideByAnswer,
  isText,
  singleText,
} from './kind.ts';

type Values = readonly string[];

/** Several of the dimension's own options. */
export function choicesKind({ label, short, options, clause }: ChoicesDimension): Kind<Values, Values> {
  const labels = (values: Values) => values.map((value) => labelOf(options, value));
  const readRisk = (value: unknown) =>
    readAs(
      readTexts(value, (text) => hasOption(options, text)),
      `${label} must be one or more of: ${listOptions(options)}.`,
    );
  return {
    ...setKind,
    check: () => undefined,
    clause: (values) =>
      joinFacts(
        clause,
        labels(values).map((text) => [fact(text.toLowerCase())]),
      ),
    summarise: (values) => summariseNames(labels(values).map(uncapitalise), short ?? uncapitalise(label)),
    summaryOrder: 0,
    describe: (values) => labels(values).join(', '),
    searchTexts: labels,
    codec: someOf(options),
    explainMiss: (values, risk) =>
      explainMismatch(risk?.length ? joinNames(labels(risk)) : undefined, labels(values).join(' or ')),
    readRisk,
    riskTexts: severalTexts(readRisk),
    divide: (values) =>
      divideByCode(
        options.map(({ value }) => value),
        values,
      ),
  };
}

/** One of the dimension's own options. */
export function oneOfKind({ label, options, clause }: OneOfDimension): Kind<string, string> {
  const describe = (value: string) => labelOf(options, value);
  const readRisk = (value: unknown) =>
    readAs(
      isText(value) && hasOption(options, value) ? value : undefined,
      `${label} must be one of: ${listOptions(options)}.`,
    );
  return {
    ...answerKind,
    isValue: isText,
    clause: (value) => joinFacts(clause, [[fact(describe(value).toLowerCase())]]),
    summarise: (value) => [{ text: uncapitalise(describe(value)) }],
    summaryOrder: 0,
    describe,
    searchTexts: (value) => [describe(value)],
    codec: oneOf(options),
    findDisjointReason: (a, b) => (a === b ? undefined : `${label} is ${describe(a)} for A and ${describe(b)} for B`),
    explainMiss: (value, risk) => explainMismatch(risk && describe(risk), describe(value)),
    readRisk,
    riskTexts: singleText(label, (value) => value, readRisk),
    divide: (values) =>
      divideByAnswer(
        options.map(({ value }) => value),
        values,
      ),
    encoding: { holds: 'texts', column: 'text', textsOf: (answer) => [answer], decode: ([answer]) => answer },
  };
}
