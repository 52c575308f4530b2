import type { Dimension, DimensionKind, DimensionOf } from '#domain/dimension/dimension.ts';
import { createChoiceReader, isEmptyCell, MISSING, type ReadCell, readOptionsCell, readYesNoCell } from './cell.ts';
import { isPlain, readNumberCell } from './number-cell.ts';

/** Not part of the kinds, so that pages do not load how files are read. */
const READERS = {
  intervals:
    (dimension) =>
    (text, { reading }) =>
      !isPlain(text) && isEmptyCell(text) ? MISSING : readNumberCell(text, dimension, reading),
  options:
    ({ list }) =>
    (text, context) =>
      readOptionsCell(text, list, context),
  choices: ({ options }) => createChoiceReader(options, true),
  'one-of': ({ options }) => createChoiceReader(options, false),
  'yes-no': () => readYesNoCell,
} as const satisfies { [K in DimensionKind]: (dimension: DimensionOf<K>) => ReadCell };

/** Reads cells of a portfolio file, leniently. */
export const cellReaderOf = (dimension: Dimension): ReadCell => READERS[dimension.kind](dimension as never);
