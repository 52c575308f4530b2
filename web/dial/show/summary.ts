import type { NameOption } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import { capitalise, type SummaryPiece } from '#domain/dimension/words.ts';

const MAX_PARTS = 4;

/** "Excess, CY or CZ, attachment $10m to $50m": what a dial is, in one line. */
export function summarise(dimensions: DialDimensions, nameOption: NameOption): SummaryPiece[] {
  // What tells most comes first, because a narrow column cuts the end off: the layer, the codes, the numbers.
  const parts = listSetDimensions(dimensions)
    .map(({ dimension, kind, value }) => ({
      pieces: kind.summarise(value, nameOption),
      order: dimension.summaryOrder ?? kind.summaryOrder,
    }))
    .toSorted((a, b) => a.order - b.order);
  if (parts.length === 0) return [{ text: 'Every risk' }];
  const shown = parts.length > MAX_PARTS ? parts.slice(0, MAX_PARTS - 1) : parts;
  const rest = parts.length - shown.length;
  const pieces = shown.flatMap(({ pieces: [first, ...more] }, index) =>
    first === undefined ? [] : [{ ...first, text: (index > 0 ? ', ' : '') + first.text }, ...more],
  );
  const [first, ...others] = rest > 0 ? [...pieces, { text: `, ${rest} more` }] : pieces;
  return first === undefined ? [] : [{ ...first, text: capitalise(first.text) }, ...others];
}
