/** Rows one PageUp or PageDown goes. */
const PAGE = 10;

/** Where a key leads from a place in a list of so many; nothing for any other key. Places count from 1. */
export function placeAfterKey(key: string, place: number, count: number): number | undefined {
  const within = (to: number) => Math.min(Math.max(to, 1), count);
  switch (key) {
    case 'ArrowUp':
      return within(place - 1);
    case 'ArrowDown':
      return within(place + 1);
    case 'PageUp':
      return within(place - PAGE);
    case 'PageDown':
      return within(place + PAGE);
    case 'Home':
      return within(1);
    case 'End':
      return within(count);
    default:
      return undefined;
  }
}
