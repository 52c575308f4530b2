import type { AuthorityRule } from '#domain/authority/rule.ts';
import { grouped } from '#domain/dimension/format.ts';

type Measured = Readonly<{ name: string; risks: number }>;

/** The portfolio that drafts would be measured against, and the one that they are measured against now. */
export type PortfolioUse = Readonly<{
  portfolio: string;
  name: string;
  risks: number;
  /** Null: none is in use. */
  was: (Measured & Readonly<{ portfolio: string }>) | null;
}>;

/** Whether a rule counts risks or premium: then one person alone may not choose what is counted. */
export const countsPortfolio = (rules: readonly Pick<AuthorityRule, 'when'>[]): boolean =>
  rules.some(({ when }) => when.some(({ kind }) => kind === 'changes'));

/** A portfolio with fewer than this part of the risks of the one before is pointed out. */
const MUCH_SMALLER = 10;

/** Says that a portfolio is much smaller than the one in use; undefined if it is not. */
export function warnOfSmaller(next: Measured, was: Measured | null): string | undefined {
  if (was === null || next.risks * MUCH_SMALLER >= was.risks) return undefined;
  return `${next.name} has ${countRisks(next)}, fewer than a tenth of the ${grouped(was.risks)} of ${was.name}.`;
}

const countRisks = ({ risks }: Measured): string => `${grouped(risks)} ${risks === 1 ? 'risk' : 'risks'}`;

/** "Drafts are measured against Risks of 2026 with 30 risks instead of Risks of 2025 with 200,000 risks." */
export function describeUse(use: PortfolioUse): string {
  const { was } = use;
  const instead = was === null ? '' : ` instead of ${was.name} with ${countRisks(was)}`;
  const warning = warnOfSmaller(use, was);
  return `Drafts are measured against ${use.name} with ${countRisks(use)}${instead}.${warning === undefined ? '' : ` ${warning}`}`;
}

export const PORTFOLIO_REFUSALS = {
  needsSecond:
    'A rule of authority counts the risks of the portfolio, so another one is used after a second person confirms it. Propose it.',
  lastCounted:
    'A rule of authority counts the risks of this portfolio. Propose another one, or the removal of the rule, and delete this one then.',
  inUse: 'Drafts are measured against this portfolio already.',
  gone: 'This portfolio was deleted. Decline the proposal, or let its author withdraw it.',
  moved: 'Drafts are measured against another portfolio than when this was proposed. Decline it, and propose it again.',
  waiting: 'Another portfolio waits for a second person already. Decide about that one first.',
} as const;
