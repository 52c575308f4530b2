import { effectiveValues } from '#domain/bucket/entry.ts';
import { type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Box, Space } from './space.ts';

/** A dial for the search: its position, the box it matches, and its values in this bucket. */
export type Rule = Readonly<{ position: number; entry: RatedEntry; box: Box; values: DialValues }>;

/** The dials of one bucket in order. The space may contain those of another one. */
export type Rules = readonly Rule[];

export const rulesOf = (entries: readonly RatedEntry[], { boxes }: Space, offset = 0): Rules =>
  entries.flatMap((entry, index) => {
    const box = boxes[offset + index];
    const values = effectiveValues(entry.dial.values, entry.overrides);
    return box === undefined ? [] : [{ position: index + 1, entry, box, values }];
  });

export const valuesSetBy = ({ values }: Rule): readonly ValueKey[] =>
  VALUE_KEYS.filter((key) => values[key] !== undefined);

export const settersOf = (rules: Rules, key: ValueKey): Rules =>
  rules.filter(({ values }) => values[key] !== undefined);
