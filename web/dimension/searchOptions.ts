import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import type { ReferenceOption } from '#contract/reference.ts';

/** Code, label and group are searched; what starts with the words comes first, an exact code before all. */
export function searchOptions(byCode: ReadonlyMap<string, ReferenceOption>): OptionsFilter {
  return ({ options, search, limit }) => {
    const wanted = search.trim().toLowerCase();
    const items = options.filter(isItem);
    if (wanted === '') return items.slice(0, limit);
    return items
      .map((item) => ({ item, rank: rank(byCode.get(item.value), wanted) }))
      .filter((ranked) => ranked.rank < NOT_FOUND)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ item }) => item);
  };
}

const NOT_FOUND = 9;

function rank(option: ReferenceOption | undefined, wanted: string): number {
  if (option === undefined) return NOT_FOUND;
  const [code, label, group] = [option.code, option.label, option.group ?? ''].map((text) => text.toLowerCase());
  if (code === wanted) return 0;
  if (code?.startsWith(wanted)) return 1;
  if (label?.startsWith(wanted)) return 2;
  if (`${code} ${label} ${group}`.includes(wanted)) return 3;
  return NOT_FOUND;
}

function isItem(item: ComboboxParsedItem): item is ComboboxItem {
  return 'value' in item;
}
