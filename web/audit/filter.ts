import { isDay } from '#domain/day/day.ts';
import { tidySearch } from '#web/base/page/useSearchState.ts';
import { addDays } from '#web/kit/format.ts';

/** The audit filter, kept in the URL; days are UTC days, both included. */
export type AuditFilter = Readonly<{
  person: string | undefined;
  object_type: string | undefined;
  object_id: string | undefined;
  action: string | undefined;
  from: string | undefined;
  to: string | undefined;
  /** The search; may be empty. */
  q: string;
  /** One row per set, or per record. */
  by: 'set' | 'record';
}>;

const KEYS = ['person', 'object_type', 'object_id', 'action', 'from', 'to'] as const;
const DAYS = new Set<string>(['from', 'to']);
const MAX_LENGTH = 300;

/** Ignores parameters with unknown values. */
export function readFilter(params: URLSearchParams): AuditFilter {
  const entries = KEYS.map((key) => {
    const text = (params.get(key) ?? '').trim().slice(0, MAX_LENGTH);
    return [key, text === '' || (DAYS.has(key) && !isDay(text)) ? undefined : text];
  });
  const { q, by } = { q: tidySearch(params.get('q')), by: params.get('by') === 'record' ? 'record' : 'set' } as const;
  return { ...(Object.fromEntries(entries) as Omit<AuditFilter, 'q' | 'by'>), q, by };
}

export const writeFilter = (filter: AuditFilter): URLSearchParams =>
  new URLSearchParams([
    ['tab', 'audit'],
    ...KEYS.flatMap((key): [string, string][] => {
      const text = filter[key]?.trim();
      return text === undefined || text === '' ? [] : [[key, text]];
    }),
    ...(filter.q === '' ? [] : [['q', filter.q] as [string, string]]),
    ...(filter.by === 'set' ? [] : [['by', filter.by] as [string, string]]),
  ]);

/** The filter as API query parameters: from the start of the first day to the end of the last. */
export function queryOf({ from, to, q, person, object_type, object_id, action }: Omit<AuditFilter, 'by'>) {
  const words = { person, object_type, object_id, action };
  const filters = Object.entries(words).filter(([, text]) => text !== undefined);
  return {
    ...(Object.fromEntries(filters) as Partial<Record<keyof typeof words, string>>),
    ...(q !== '' && { q }),
    ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
    ...(to !== undefined && { to: `${addDays(to, 1)}T00:00:00.000Z` }),
  };
}

export const isNarrowed = (filter: AuditFilter): boolean =>
  filter.q !== '' || KEYS.some((key) => filter[key] !== undefined);
