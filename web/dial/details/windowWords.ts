type Window = Readonly<{ active_from: string | null; active_until: string | null }>;

const DAY_MS = 86_400_000;

/** Where today stands in the window: "Ends in 350 days". UTC days; the first is inside, the last is not. */
export function windowWords({ active_from: from, active_until: until }: Window, today: string): string {
  if (until !== null && until <= today) return `Ended ${ago(days(until, today))}`;
  if (from !== null && from > today) return `Starts ${ahead(days(today, from))}`;
  if (until !== null) return `Ends ${ahead(days(today, until))}`;
  return from === null ? 'No window is set' : `Started ${ago(days(from, today))}`;
}

function days(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

const ahead = (count: number) => (count === 1 ? 'tomorrow' : `in ${count} days`);

function ago(count: number): string {
  if (count === 0) return 'today';
  return count === 1 ? 'yesterday' : `${count} days ago`;
}
