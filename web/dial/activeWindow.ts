import { daysBetween as days } from '#domain/day/day.ts';
import type { VersionStatus } from '#domain/dial/status.ts';
import { addDays, formatDay } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';

type Row = Readonly<{ status: VersionStatus; active_from: string | null; active_until: string | null }>;

export type ActiveWindow = Readonly<{
  /** Formatted; undefined if that side is open. */
  from: string | undefined;
  until: string | undefined;
  /** The elapsed share, 0 to 1. */
  elapsed: number;
  /** `open`: without an end there is no share. */
  tone: 'accent' | 'amber' | 'grey' | 'open';
}>;

const SOON_DAYS = 30;

/** The window of a dial as words and as a bar. Days are UTC; `today` decides what has passed. */
export function activeWindow({ status, active_from: from, active_until: until }: Row, today: string): ActiveWindow {
  const words = {
    from: from === null ? undefined : formatDay(from),
    until: until === null ? undefined : formatDay(until),
  };
  if (until === null) return { ...words, elapsed: 0, tone: 'open' };
  if (until <= today) return { ...words, elapsed: 1, tone: 'grey' };
  // A draft is not in force, so nothing has elapsed.
  if (status === 'draft') return { ...words, elapsed: 0, tone: 'grey' };
  const tone = days(today, until) <= SOON_DAYS ? 'amber' : 'accent';
  // Without a start the bar covers the last year before the end.
  const start = from ?? addDays(until, -365);
  return { ...words, elapsed: Math.max(0, Math.min(1, days(start, today) / days(start, until))), tone };
}

/** "1 Nov 2026 to no end" */
export function windowText({ from, until }: Pick<ActiveWindow, 'from' | 'until'>): string {
  if (from === undefined) return until === undefined ? 'Always' : `Until ${until}`;
  return `${from} to ${until ?? 'no end'}`;
}

/** Today's position in the window: "Ends in 350 days". UTC days; the first is included, the last is not. */
export function windowProgress({ active_from: from, active_until: until }: Omit<Row, 'status'>, today: string): string {
  if (until !== null && until <= today) return `Ended ${ago(days(until, today))}`;
  if (from !== null && from > today) return `Starts ${ahead(days(today, from))}`;
  if (until !== null) return `Ends ${ahead(days(today, until))}`;
  return from === null ? 'No window is set' : `Started ${ago(days(from, today))}`;
}

const ahead = (count: number) => agree(count, 'tomorrow', `in ${count} days`);

function ago(count: number): string {
  if (count === 0) return 'today';
  return agree(count, 'yesterday', `${count} days ago`);
}
