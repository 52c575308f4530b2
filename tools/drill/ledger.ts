/** The acknowledged changes, each identified by a text or number, and the state of the load. */
export type Ledger = Readonly<{
  /** The override of a save. */
  saved: Set<number>;
  /** The description of a submitted review. */
  submitted: Set<string>;
  /** The text of a comment or vote. */
  comments: Set<string>;
  /** The descriptions of reviews whose vote was answered with approved. */
  approved: Set<string>;
  /** Sent and never answered: it may or may not have happened. */
  unanswered: Set<number | string>;
  /** Unexpected responses. */
  failures: string[];
  /** When a client got 503. */
  unavailableAt: number[];
  /** When each server acknowledged changes, by its address. */
  acknowledgedAt: Map<string, number[]>;
}>;

export const newLedger = (): Ledger => ({
  saved: new Set(),
  submitted: new Set(),
  comments: new Set(),
  approved: new Set(),
  unanswered: new Set(),
  failures: [],
  unavailableAt: [],
  acknowledgedAt: new Map(),
});

export const countChanges = ({ saved, submitted, comments }: Ledger): number =>
  saved.size + submitted.size + comments.size;

/** The longest time since then in which the server acknowledged nothing. */
export function longestSilence({ acknowledgedAt }: Ledger, url: string, from: number, until: number): number {
  const moments = [from, ...(acknowledgedAt.get(url) ?? []).filter((at) => at > from && at < until), until];
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
}
