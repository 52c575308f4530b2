import type { PortfolioColumn } from '#contract/portfolio.ts';
import { listFacts, type ReferenceList } from '#domain/dimension/dimension.ts';
import { grouped } from '#domain/dimension/format.ts';
import { matchedAgainst, type Target } from '#domain/portfolio/mapping/target.ts';
import { describeShare } from '#web/admin/portfolio/portfolioText.ts';
import { plural } from '#web/kit/plural.ts';

type Found = NonNullable<PortfolioColumn['found']>;

export type Recognition = Readonly<{
  mark: 'fits' | 'look' | 'none';
  /** The number of rows with a recognised value. */
  share: number;
  text: string;
  /** Opens the unrecognised names. */
  action?: string;
}>;

/** A few wrong cells are errors of their rows; above this share the column needs a look. */
const MANY_WRONG = 0.01;

export function recognise({ target, found, is_nested, date_order }: PortfolioColumn): Recognition {
  if (is_nested) return { mark: 'look', share: 0, text: 'nested, cannot be read' };
  if (target === 'unused') return { mark: 'none', share: 0, text: 'not used' };
  if (found === null) return { mark: 'none', share: 0, text: 'not checked yet' };
  const all = found.filled + found.empty + found.wrong;
  const isUnclear = date_order === 'unclear' || date_order === 'mixed';
  const needsLook = found.unknown_names > 0 || isUnclear || found.wrong > MANY_WRONG * all;
  return {
    mark: needsLook ? 'look' : 'fits',
    share: all === 0 ? 0 : found.filled / all,
    ...wordsOf(target, found, date_order, all),
  };
}

function wordsOf(target: Target, found: Found, order: PortfolioColumn['date_order'], all: number) {
  const { names, unknown_names: unknown, wrong } = found;
  const against = matchedAgainst(target);
  if (against !== undefined && names > 0) {
    const noun = nounOf(against);
    if (unknown === 0) return { text: `${grouped(names)} of ${grouped(names)} ${noun}` };
    if (noun === 'codes') return { text: `${plural(unknown, 'code')} unknown`, action: 'Show' };
    return {
      text: `${grouped(Math.max(0, names - unknown))} of ${grouped(names)} ${noun}`,
      action: `Match ${grouped(unknown)}`,
    };
  }
  if (target === 'reference' && wrong === 0) return { text: 'all different' };
  if (target === 'date') return { text: joined(DATE_WORDS[order ?? 'day first'], wrongWords(wrong)) };
  const renamed = found.read_as.filter(({ text, as }) => text.toLowerCase() !== as.toLowerCase());
  if (renamed.length > 0 && target !== 'reference')
    return { text: joined(...renamed.slice(0, 3).map(({ text, as }) => `${text} ${as}`), wrongWords(wrong)) };
  return { text: joined(describeShare(found.filled, all), emptyWords(found), wrongWords(wrong)) };
}

/** The collective name of its values. */
function nounOf(against: string): string {
  if (against === 'cob') return 'classes';
  if (against === 'journey') return 'journeys';
  return listFacts(against as ReferenceList).showsCode === true ? 'codes' : 'names';
}

const DATE_WORDS = {
  'day first': 'day first',
  'month first': 'month first',
  unclear: 'day or month first? Read as day first',
  mixed: 'day first and month first, mixed',
} as const;

const wrongWords = (wrong: number): string => (wrong === 0 ? '' : `${grouped(wrong)} wrong`);

function emptyWords({ empty, wrong, empties: [text] }: Found): string {
  if (empty === 0) return '';
  if (text !== undefined) return `“${text}” is empty`;
  return wrong === 0 ? 'rest empty' : `${grouped(empty)} empty`;
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');
