/** The same set with one more, or without it where it was there. */
export function toggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}
