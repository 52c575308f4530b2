import { joinList, readAs, splitList } from '#domain/dimension/codec.ts';
import { listFacts, type OptionsDimension } from '#domain/dimension/dimension.ts';
import { fact, joinFacts, type Phrase, summariseNames, uncapitalise } from '#domain/dimension/words.ts';
import { type Kind, readTexts, setKind, severalTexts } from './kind.ts';

type Codes = readonly string[];

export const MAX_OPTIONS = 500;

export function optionsKind({ label, short, list, clause }: OptionsDimension): Kind<Codes, Codes> {
  const { commonNouns, withArticle } = listFacts(list);
  const speak = (code: string, name: string): Phrase[] => {
    const article = withArticle?.includes(code) === true && !name.startsWith('the ');
    return article ? [{ text: 'the ', fact: false }, fact(name)] : [fact(name)];
  };
  const readRisk = (value: unknown) =>
    readAs(
      readTexts(value, (code) => code.trim() !== ''),
      `${label} must be text: one code or a list of codes, none of them empty.`,
    );
  return {
    ...setKind,
    check: (codes) => (codes.length > MAX_OPTIONS ? `At most ${MAX_OPTIONS} can be chosen` : undefined),
    clause: (codes, nameOption) =>
      joinFacts(
        clause,
        codes.map((code) => speak(code, nameOption(list, code))),
      ),
    summarise: (codes, nameOption) => {
      const names = codes.map((code) => nameOption(list, code));
      return summariseNames(commonNouns ? names.map(uncapitalise) : names, short ?? uncapitalise(label));
    },
    summaryOrder: 3,
    describe: (codes, nameOption) => codes.map((code) => nameOption(list, code)).join(', '),
    searchTexts: (codes, nameOption) => codes.flatMap((code) => [code, nameOption(list, code)]),
    codec: {
      write: joinList,
      read: (text, findOption) => ({ value: splitList(text).map((word) => findOption(list, word) ?? word) }),
    },
    readRisk,
    riskTexts: severalTexts(readRisk),
  };
}
