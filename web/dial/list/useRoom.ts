import { useMediaQuery } from '@mantine/hooks';

const now = { getInitialValueInEffect: false };

/** What fits beside the tabs: search and class with ease, both, the search alone, or nothing. */
export type Room = 'wide' | 'both' | 'search' | 'none';

export const SEARCH_WIDTH: Readonly<Record<Room, number>> = { wide: 372, both: 300, search: 320, none: 340 };

export function useRoom(): Room {
  const wide = useMediaQuery('(min-width: 1430px)', true, now);
  const both = useMediaQuery('(min-width: 1360px)', true, now);
  const search = useMediaQuery('(min-width: 1200px)', true, now);
  if (wide) return 'wide';
  if (both) return 'both';
  return search ? 'search' : 'none';
}
