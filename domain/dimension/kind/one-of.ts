import { oneOf, readAs } from '#domain/dimension/codec.ts';
import { hasOption, labelOf, listOptions, type OneOfDimension } from '#domain/dimension/dimension.ts';
import { fact, joinFacts, uncapitalise } from '#domain/dimension/words.ts';
import { answerKind, divideByAnswer, isText, type Kind, singleText, explainMismatch } from './kind.ts';

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
