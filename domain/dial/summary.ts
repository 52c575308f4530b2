import { describeTiming, type DialScope } from './sentence.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { capitalise, type SummaryPiece } from '#domain/dimension/words.ts';

const MAX_PARTS = 4;

/**
 * "Excess, CY or CZ, attachment $10m to $50m, renewal only": when a dial applies, on one line. Of many dimensions some
 * are only counted; journeys and days are always listed.
 */
export function summarise(scope: DialScope, nameOption: NameOption, maxParts = MAX_PARTS): SummaryPiece[] {
  const [first, ...others] = listPieces(scope, nameOption, maxParts);
  return first === undefined ? [] : [{ ...first, text: capitalise(first.text) }, ...others];
}

/** The same within a sentence: "revenue $500m or more, United States". */
export const summariseInSentence = (scope: DialScope, nameOption: NameOption, maxParts = MAX_PARTS): string =>
  listPieces(scope, nameOption, maxParts)
    .map(({ text }) => text)
    .join('');

function listPieces(scope: DialScope, nameOption: NameOption, maxParts: number): SummaryPiece[] {
  const timing = describeTiming(scope);
  return [...summariseDimensions(scope, nameOption, maxParts), ...(timing === '' ? [] : [{ text: `, ${timing}` }])];
}

function summariseDimensions({ dimensions }: DialScope, nameOption: NameOption, maxParts: number): SummaryPiece[] {
  // The most important first, because a narrow column truncates: the layer, the codes, the numbers.
  const parts = listSetDimensions(dimensions)
    .map(({ dimension, kind, value }) => ({
      pieces: kind.summarise(value, nameOption),
      order: dimension.summaryOrder ?? kind.summaryOrder,
    }))
    .toSorted((a, b) => a.order - b.order);
  if (parts.length === 0) return [{ text: 'every risk' }];
  const shown = parts.length > maxParts ? parts.slice(0, maxParts - 1) : parts;
  const rest = parts.length - shown.length;
  const pieces = shown.flatMap(({ pieces: [first, ...more] }, index) =>
    first === undefined ? [] : [{ ...first, text: (index > 0 ? ', ' : '') + first.text }, ...more],
  );
  return rest > 0 ? [...pieces, { text: `, ${rest} more` }] : pieces;
}
