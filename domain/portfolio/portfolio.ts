import type { Risk } from '#domain/evaluation/risk.ts';

/** One risk of a portfolio: what a bucket of its class is measured against. */
export type PortfolioRisk = Readonly<{
  /** What people call it. No two risks of a portfolio have the same. */
  reference: string;
  /** The slug of its class of business. */
  cob: string;
  risk: Risk;
  /** Whole US dollars; null where it is not known. */
  premium: number | null;
  /** What it has in columns that are only grouped by, by their names. */
  kept: Readonly<Record<string, string>>;
}>;

export const PORTFOLIO_LIMITS = {
  risks: 5_000_000,
  name: 80,
  reference: 60,
  /** Columns of a file that are only grouped by, and how long what stands in them may be. */
  keptColumns: 8,
  keptText: 80,
  /** How long a name in a file may be that is matched with one of ours. */
  matchedName: 200,
} as const;

/** On which day the risks are measured: all on today, or each on its own date. */
export const MEASURED_DAYS = ['today', 'own'] as const;
export type MeasuredDay = (typeof MEASURED_DAYS)[number];
