import { joinList, readAs, splitList } from '#domain/dimension/codec.ts';
import { listFacts, MAX_OPTIONS, type OptionsDimension } from '#domain/dimension/dimension.ts';
import { fact, joinFacts, joinNames, type Phrase, summariseNames, uncapitalise } from '#domain/dimension/words.ts';
import { divideByCode, type Kind, readTexts, setKind, severalTexts, explainMismatch } from './kind.ts';

type Codes = readonly string[];

export function optionsKind({ label, short, list, clause }: OptionsDimension): Kind<Codes, Codes> {
  const { commonNouns, withArticle, noun } = listFacts(list);
  const withArticleOf = (code: string, name: string): Phrase[] => {
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
        codes.map((code) => withArticleOf(code, nameOption(list, code))),
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
    explainMiss: (codes, risk, nameOption) => {
      const has = risk?.length ? joinNames(risk.map((code) => nameOption(list, code))) : undefined;
      const [only = '', ...others] = codes;
      if (others.length === 0) return explainMismatch(has, nameOption(list, only));
      const several = `${codes.length} ${pluralOf(noun)}`;
      if (has === undefined) return explainMismatch(has, `one of ${several}`);
      return `${has} ${risk?.length === 1 ? 'is not one' : 'are none'} of its ${several}`;
    },
    readRisk,
    riskTexts: severalTexts(readRisk),
    divide: (values) => divideByCode([...new Set(values.flat())], values),
  };
}

/** "countries", "placing bases". */
const pluralOf = (noun: string): string => `${noun.replace(/y$/, 'ie').replace(/is$/, 'e')}s`;
