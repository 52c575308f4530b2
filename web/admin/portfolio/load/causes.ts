import type { PortfolioCause, PortfolioColumn, PortfolioLoad } from '#contract/portfolio-load.ts';
import type { RowChoice } from '#domain/portfolio/load.ts';
import type { Fix } from './useChanges.ts';

/** Under this share of its rows, Impact says little about the portfolio. */
export const MIN_SHARE = 0.8;

export type LoadCounts = Readonly<{
  /** Rows that load as they are, by a fix, and without some values. */
  plain: number;
  fixed: number;
  incomplete: number;
  leftOut: number;
  willLoad: number;
  all: number;
}>;

export function countRows(load: PortfolioLoad, rows: RowChoice): LoadCounts {
  const { checked_rows: checked, fixed_rows: fixed, wrong_rows: wrong, lost_rows: lost } = load;
  const incomplete = rows === 'value_missing' ? wrong - lost : 0;
  const leftOut = wrong - incomplete;
  const plain = checked - fixed - wrong;
  return { plain, fixed, incomplete, leftOut, willLoad: checked - leftOut, all: load.rows ?? checked };
}

/** A question about the whole column, which only a person can answer. */
export const isQuestion = ({ kind }: PortfolioCause): boolean =>
  kind === 'currency' || kind === 'decimal' || kind === 'dates' || kind === 'percent';

export const causeKey = ({ column, kind, text }: PortfolioCause): string => `${column} ${kind} ${text}`;

/** The cause as it will be with a fix that is on its way. */
export function withFix(cause: PortfolioCause, fixes: readonly Fix[]): PortfolioCause {
  const { column, kind, text } = cause;
  const own = fixes.findLast((fix) =>
    'match' in fix
      ? fix.match.column === column && fix.match.text === text && (kind === 'name' || kind === 'value')
      : fix.answer.column === column &&
        fix.answer.question === kind &&
        (fix.answer.question !== 'currency' || fix.answer.mark === text),
  );
  if (own === undefined) return cause;
  if ('match' in own) return { ...cause, fix: own.match.code, is_remembered: false };
  const { answer } = own.answer;
  return answer !== null && typeof answer === 'object'
    ? { ...cause, fix: answer.currency, rate: answer.usd }
    : { ...cause, fix: answer };
}

/** The fixes that Apply suggestions makes. */
export const suggestedFixes = (causes: readonly PortfolioCause[]): Fix[] =>
  causes.flatMap(({ column, kind, text, fix, suggestion }): Fix[] => {
    if (column === null || fix !== null || suggestion === null) return [];
    if (kind !== 'decimal') return [{ match: { column, text, code: suggestion } }];
    return [{ answer: { column, question: kind, answer: suggestion === ',' ? ',' : '.' } }];
  });

/** Takes the fix of a cause back. */
export function undoFix({ column, kind, text }: PortfolioCause): Fix | undefined {
  if (column === null) return undefined;
  switch (kind) {
    case 'name':
    case 'value':
      return { match: { column, text, code: null } };
    case 'currency':
      return { answer: { column, question: kind, mark: text, answer: null } };
    case 'decimal':
    case 'dates':
    case 'percent':
      return { answer: { column, question: kind, answer: null } };
    case 'repeat':
    case 'row':
      return undefined;
  }
}

/** A line of the table: a cause, or several names of one column without a suggestion. */
export type CauseLine = Readonly<{ first: PortfolioCause; others: readonly PortfolioCause[]; rows: number }>;

/** Names without a suggestion in one line per column, unless it is open; other causes alone. */
export function listLines(
  causes: readonly PortfolioCause[],
  columns: readonly PortfolioColumn[],
  isExpanded: (column: number) => boolean,
): CauseLine[] {
  const lines: CauseLine[] = [];
  const collected = new Set<number>();
  for (const cause of causes) {
    const { column, kind } = cause;
    const alone = { first: cause, others: [], rows: cause.rows };
    if (kind !== 'name' || column === null || isExpanded(column)) lines.push(alone);
    else if (!collected.has(column)) {
      collected.add(column);
      const [, ...others] = causes.filter((other) => other.column === column && other.kind === kind);
      const sum = others.reduce((all, { rows }) => all + rows, cause.rows);
      // A cell may have several unknown names.
      const rows = Math.min(sum, columns[column]?.found?.wrong ?? sum);
      lines.push(others.length === 0 ? alone : { first: cause, others, rows });
    }
  }
  return lines.toSorted((a, b) => b.rows - a.rows);
}
