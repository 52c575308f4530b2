import type { Risk } from '#domain/evaluation/risk.ts';

/** While the demo portfolio is being generated. */
export const describePreparing = (percent: number): string => `Preparing the demo portfolio, ${percent}%`;

export type PortfolioRisk = Readonly<{
  /** Unique in the portfolio. */
  reference: string;
  /** The slug of its class of business. */
  cob: string;
  risk: Risk;
  /** Whole US dollars; null where unknown. */
  premium: number | null;
  /** Columns that are only used for grouping, by name. */
  kept: Readonly<Record<string, string>>;
}>;

export const PORTFOLIO_LIMITS = {
  risks: 5_000_000,
  name: 80,
  reference: 60,
  /** Columns that are only used for grouping, and the length of their texts. */
  keptColumns: 8,
  keptText: 80,
  matchedName: 200,
  /** No value is longer. */
  cell: 2000,
} as const;

/** The evaluation date: today for all risks, or each on its own date. */
export const MEASURED_DAYS = ['today', 'own'] as const;
export type MeasuredDay = (typeof MEASURED_DAYS)[number];
