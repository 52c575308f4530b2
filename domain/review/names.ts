/** How many names a sentence carries; the others are counted. */
export const MAX_NAMED = 3;

/** “A”, “B” and “C”; of more than are named: “A”, “B”, “C” and 4 more. */
export function quoteNames(names: readonly string[], count: number = names.length): string {
  const quoted = names.slice(0, MAX_NAMED).map((name) => `“${name}”`);
  const parts = count > quoted.length ? [...quoted, `${count - quoted.length} more`] : quoted;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
