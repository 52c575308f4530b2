/** What the audit page shows; days are UTC days, both of them within. It lives in the address. */
export type AuditFilter = Readonly<{
  person: string | undefined;
  object_type: string | undefined;
  object_id: string | undefined;
  action: string | undefined;
  from: string | undefined;
  to: string | undefined;
}>;

const KEYS = ['person', 'object_type', 'object_id', 'action', 'from', 'to'] as const;
const DAYS = new Set<string>(['from', 'to']);
const MOST = 300;

/** What an address says that means nothing here is taken as not said. */
export function readFilter(params: URLSearchParams): AuditFilter {
  const entries = KEYS.map((key) => {
    const text = (params.get(key) ?? '').trim().slice(0, MOST);
    return [key, text === '' || (DAYS.has(key) && !isDay(text)) ? undefined : text];
  });
  return Object.fromEntries(entries) as AuditFilter;
}

export const writeFilter = (filter: AuditFilter): URLSearchParams =>
  new URLSearchParams([
    ['tab', 'audit'],
    ...KEYS.flatMap((key): [string, string][] => {
      const text = filter[key]?.trim();
      return text === undefined || text === '' ? [] : [[key, text]];
    }),
  ]);

/** The same, as the API is asked for it: times from the start of a day to before the start of the one after. */
export function queryOf({ from, to, ...words }: AuditFilter) {
  const said = Object.entries(words).filter(([, text]) => text !== undefined);
  return {
    ...(Object.fromEntries(said) as Partial<Record<keyof typeof words, string>>),
    ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
    ...(to !== undefined && { to: dayAfter(to) }),
  };
}

export const isNarrowed = (filter: AuditFilter): boolean => KEYS.some((key) => filter[key] !== undefined);

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString();
