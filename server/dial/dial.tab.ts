import type { TabHits } from '#domain/dial/find.ts';
import type { DialStatus } from '#domain/dial/status.ts';

/** Of the dials of one status, how many there are, and of how many a draft is open. */
export type StatusCount = Readonly<{ status: DialStatus; dials: number; drafts: number }>;

export function tabHits(counts: readonly StatusCount[]): TabHits {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const of = new Map(counts.map(({ status, dials }) => [status, dials]));
  return {
    all: sum(counts.map(({ dials }) => dials)),
    of: of.set('draft', sum(counts.map(({ drafts }) => drafts))),
  };
}
