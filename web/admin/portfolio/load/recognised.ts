import type { PortfolioCause, PortfolioColumn } from '#contract/portfolio-load.ts';
import { describeShare } from '#web/admin/portfolio/portfolioText.ts';

export type Recognition = Readonly<{
  mark: 'fits' | 'look' | 'none';
  /** The share of rows with a readable value, or none. */
  share: number;
  text: string;
}>;

/** `causes`: those of this column. */
export function recognise(
  { target, found, is_nested, is_asked }: PortfolioColumn,
  causes: readonly PortfolioCause[],
): Recognition {
  if (is_nested) return { mark: 'look', share: 0, text: 'nested, cannot be read' };
  if (is_asked) return { mark: 'look', share: 0, text: 'not the only one' };
  if (target === 'unused') return { mark: 'none', share: 0, text: 'not used' };
  if (found === null) return { mark: 'none', share: 0, text: 'not checked yet' };
  const all = found.filled + found.empty + found.wrong;
  const open = causes.filter(({ fix }) => fix === null);
  const share = all === 0 ? 0 : (found.filled + found.empty) / all;
  if (open.length > 0) {
    const areNames = open.every(({ kind }) => kind === 'name');
    return { mark: 'look', share, text: `${open.length} ${areNames ? 'unknown' : 'to look at'}` };
  }
  const matched = causes.filter(({ kind }) => kind === 'name' || kind === 'value').length;
  return {
    mark: 'fits',
    share,
    text: matched > 0 ? `${matched} matched` : describeFilled(found.empty, all),
  };
}

const describeFilled = (empty: number, all: number): string =>
  empty === 0 ? '100%' : `${describeShare(empty, all)} empty`;

/** How the texts of a column are read, in a sentence; empty where they are read as they stand. */
export function describeReading({ found }: PortfolioColumn): string {
  if (found === null) return '';
  const renamed = found.read_as.filter(({ text, as }) => text.toLowerCase() !== as.toLowerCase());
  return [
    ...renamed.map(({ text, as }) => `${text} is ${as}`),
    ...found.empties.map((text) => `“${text}” is empty`),
  ].join(', ');
}
