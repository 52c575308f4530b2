/** What the servers have said yes to, each by a word or a number of its own, and how the load fares. */
export type Ledger = Readonly<{
  /** The override that a save brought. */
  saved: Set<number>;
  /** The description of a submitted review. */
  submitted: Set<string>;
  /** What was said in a comment or with a vote. */
  said: Set<string>;
  /** The descriptions of the reviews whose vote was answered with approved. */
  approved: Set<string>;
  /** What was sent and never answered: it may or may not have happened. */
  unanswered: Set<number | string>;
  /** Answers that should not be. */
  failures: string[];
  /** When someone was told that the service is not available. */
  sentAwayAt: number[];
  /** When each server acknowledged changes, by its address. */
  acknowledgedAt: Map<string, number[]>;
}>;

export const newLedger = (): Ledger => ({
  saved: new Set(),
  submitted: new Set(),
  said: new Set(),
  approved: new Set(),
  unanswered: new Set(),
  failures: [],
  sentAwayAt: [],
  acknowledgedAt: new Map(),
});

export const countChanges = ({ saved, submitted, said }: Ledger): number => saved.size + submitted.size + said.size;

/** The longest time from this moment on in which the server acknowledged nothing. */
export function longestSilence({ acknowledgedAt }: Ledger, url: string, from: number, until: number): number {
  const moments = [from, ...(acknowledgedAt.get(url) ?? []).filter((at) => at > from && at < until), until];
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
}
