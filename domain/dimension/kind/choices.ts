import { readAs, someOf } from '#domain/dimension/codec.ts';
import { hasOption, labelOf, listOptions, type ChoicesDimension } from '#domain/dimension/dimension.ts';
import { fact, joinFacts, joinNames, summariseNames, uncapitalise } from '#domain/dimension/words.ts';
import { divideByCode, type Kind, readTexts, setKind, severalTexts, explainMismatch } from './kind.ts';

type Values = readonly string[];

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
