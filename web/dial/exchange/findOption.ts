import type { ReferenceData } from '#contract/reference.ts';
import type { FindOption } from '#domain/dial/exchange.ts';

/** Options by their code or by what people call them, whatever the case. */
export function optionFinder(data: ReferenceData): FindOption {
  const lists = new Map(
    Object.entries(data).map(([list, options]): [string, ReadonlyMap<string, string>] => {
      const byLabel = options.map(({ code, label }): [string, string] => [label.toLowerCase(), code]);
      const byCode = options.map(({ code }): [string, string] => [code.toLowerCase(), code]);
      // A code means itself, even where something else is called that.
      return [list, new Map([...byLabel, ...byCode])];
    }),
  );
  return (list, text) => lists.get(list)?.get(text.toLowerCase());
}
