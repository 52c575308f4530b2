import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Dialect } from './dialect.ts';
import { type SelectOptions, selectBucket } from './select.ts';
import { createRisks, createTables, fillTables } from './table.ts';

export type NamedEntry = RatedEntry & Readonly<{ name: string }>;

/**
 * A complete script to evaluate a bucket in a warehouse: creates the tables, fills them and selects the results.
 */
export function writeScript(
  dialect: Dialect,
  title: string,
  entries: readonly NamedEntry[],
  options: SelectOptions & Readonly<{ cob: string }>,
): string {
  const on = options.day === undefined ? 'each risk on its own date' : `every risk as of ${options.day}`;
  return [
    comment(title),
    comment('1. The tables, made once. Fill risks with what you have: one row for each risk.'),
    ...[createRisks(dialect), ...createTables(dialect)].map(end),
    comment('2. Codes for the risks. Run this again for new risks, with only those in risks.'),
    ...fillTables(dialect).map(end),
    [`3. What the bucket gives, ${on}. A place is that of the dial that decides:`, ...entries.map(nameOf)]
      .map(comment)
      .join('\n'),
    end(selectBucket(dialect, entries, options)),
  ].join('\n\n');
}

const nameOf = ({ name }: NamedEntry, place: number): string => `${String(place + 1).padStart(4)}  ${name}`;
const end = (statement: string): string => `${statement};`;

/** Strips line breaks, which would end the comment. */
// eslint-disable-next-line no-control-regex -- to strip control characters
const comment = (text: string): string => `-- ${text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')}`;
