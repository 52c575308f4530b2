/** What the processes of `npm run bench -- overload` send each other. */
export type Order = Readonly<{
  port: number;
  callers: 'people' | 'newcomers' | 'greedy';
  /** Of a greedy caller, who sends the next request on each as soon as it was answered. */
  connections?: number;
  /** One of each person who reads, then that of the person who saves. */
  tokens: readonly string[];
  paths: readonly string[];
  /** Dials to save, and their revisions. */
  dials: Record<string, string>;
  perSecond: number;
  seconds: number;
}>;
export type Outcome = Readonly<{
  /** Milliseconds of those answered with 2xx or 3xx. */
  served: number[];
  shed: number;
  shedWithoutRetryAfter: number;
  /** Closed by the server without an answer, as connections beyond its limits may be. */
  closed: number;
  /** Statuses and errors that should not happen. */
  failures: string[];
  /** Not sent, because too many were open already. */
  unsent: number;
  /** From the last request sent until all were answered. */
  drainSeconds: number;
  dials: Record<string, string>;
  /** The last description of each dial whose save was acknowledged. */
  saved: Record<string, string>;
}>;

export const TICK_MS = 10;

/** Counts of calls, all of them 0. */
export const noCalls = () => ({
  served: [] as number[],
  shed: 0,
  shedWithoutRetryAfter: 0,
  closed: 0,
  failures: [] as string[],
  unsent: 0,
});
