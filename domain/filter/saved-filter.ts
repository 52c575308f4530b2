import { fold } from '#domain/dial/search.ts';
import { isOneLine, ONE_LINE } from '#domain/text/one-line.ts';

/** Lists whose filters can be saved. */
export const FILTERED_LISTS = ['dials', 'buckets', 'users'] as const;
export type FilteredList = (typeof FILTERED_LISTS)[number];

const ADDRESSES: Readonly<Record<FilteredList, RegExp>> = {
  dials: /^\/dials\?./,
  buckets: /^\/syndicate(?:\?.|\/[1-9]\d{0,4}\/bucket(?:\?|$))/,
  users: /^\/users\?./,
};

export const FILTER_LIMITS = { name: 60, address: 2000, perPerson: 50 } as const;

export type FilterData = Readonly<{ list: FilteredList; name: string; address: string }>;
export type FilterError = Readonly<{ path: 'name' | 'address'; message: string }>;

export const FILTER_REFUSALS = {
  full: `You have saved ${FILTER_LIMITS.perPerson} filters, the maximum. Delete one first.`,
  taken: 'You already have a filter with this name. Choose another name.',
} as const;

/** Ignores case, accents and spaces. */
export const filterKey = (name: string): string => fold(name).replaceAll(/\s+/g, ' ').trim();

/** Whether the address is that of the list with a filter. */
export const isFiltered = (list: FilteredList, address: string): boolean => ADDRESSES[list].test(address);

type Named = Readonly<{ id: string; list: FilteredList; name: string }>;

/** Validates a filter against the person's existing ones; `id` if it is one of them. */
export function checkFilter(
  sent: FilterData & Readonly<{ id?: string }>,
  existing: readonly Named[],
): readonly FilterError[] {
  const name = sent.name.trim();
  const key = filterKey(name);
  const isTaken = existing.some((one) => one.id !== sent.id && one.list === sent.list && filterKey(one.name) === key);
  return [
    ...(name === '' ? [{ path: 'name', message: 'Required' } as const] : []),
    ...(name.length > FILTER_LIMITS.name
      ? [{ path: 'name', message: `A name can have ${FILTER_LIMITS.name} characters at most` } as const]
      : []),
    ...(isOneLine(name) ? [] : [{ path: 'name', message: ONE_LINE } as const]),
    ...(name !== '' && isTaken ? [{ path: 'name', message: FILTER_REFUSALS.taken } as const] : []),
    ...(isFiltered(sent.list, sent.address) && sent.address.length <= FILTER_LIMITS.address
      ? []
      : [{ path: 'address', message: 'This is not the address of a filtered list' } as const]),
  ];
}
