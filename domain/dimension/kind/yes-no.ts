import { readAs } from '#domain/dimension/codec.ts';
import type { YesNoDimension } from '#domain/dimension/dimension.ts';
import { fact, uncapitalise } from '#domain/dimension/words.ts';
import { answerKind, divideByAnswer, type Kind, singleText, explainMismatch } from './kind.ts';

const YES = new Set(['yes', 'y', 'true']);
const NO = new Set(['no', 'n', 'false']);
const TEXTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const YES_TEXTS = ['yes'];
const NO_TEXTS = ['no'];

export function yesNoKind({ label, short, clause: [yes, no] }: YesNoDimension): Kind<boolean, boolean> {
  const noun = short ?? uncapitalise(label);
  const describe = (value: boolean) => (value ? 'Yes' : 'No');
  const readRisk = (value: unknown) =>
    readAs(typeof value === 'boolean' ? value : undefined, `${label} must be true or false.`);
  return {
    ...answerKind,
    isValue: (value) => typeof value === 'boolean',
    clause: (value) => [fact(value ? yes : no)],
    summarise: (value) => [{ text: value ? noun : `no ${noun}` }],
    summaryOrder: 4,
    describe,
    searchTexts: (value) => [value ? yes : no],
    codec: {
      write: (value) => (value ? 'yes' : 'no'),
      read: (text) => readAs(readYesNo(text), 'Please give yes or no'),
    },
    findDisjointReason: (a, b) => (a === b ? undefined : `${label} is ${describe(a)} for A and ${describe(b)} for B`),
    explainMiss: (value, risk) => explainMismatch(risk === undefined ? undefined : describe(risk), describe(value)),
    readRisk,
    riskTexts: singleText(label, String, (text) => readRisk(TEXTS.get(text))),
    divide: (values) => divideByAnswer([true, false], values),
    encoding: {
      holds: 'texts',
      column: 'flag',
      textsOf: (answer) => (answer ? YES_TEXTS : NO_TEXTS),
      decode: ([answer]) => answer === YES_TEXTS[0],
    },
  };
}

function readYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
