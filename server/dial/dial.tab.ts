import type { TabHits } from '#domain/dial/find.ts';
import type { DialStatus } from '#domain/dial/status.ts';

/** The number of dials with one status, and of those with an open draft. */
export type StatusCount = Readonly<{ status: DialStatus; dials: number; drafts: number }>;

export function tabHits(counts: readonly StatusCount[]): TabHits {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const of = new Map(counts.map(({ status, dials }) => [status, dials]));
  return {
    all: sum(counts.map(({ dials }) => dials)),
    of: of.set('draft', sum(counts.map(({ drafts }) => drafts))),
  };
}
