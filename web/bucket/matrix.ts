import type { Partner } from '#contract/bucket.ts';
import type { BucketStatus } from '#domain/bucket/state.ts';
import { CLASSES, type ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import type { SelectState, SelectTab } from './selectState.ts';

export type MatrixAnswer = ApiAnswer<'getBucketMatrix'>;
/** `isMatch`: matches tab and search. */
export type MatrixCell = MatrixAnswer['cells'][number] & Readonly<{ isMatch: boolean }>;
export const cellKey = ({ partner, cob }: Pick<MatrixCell, 'partner' | 'cob'>): string => `${partner} ${cob}`;
export type MatrixRow = Readonly<{
  cob: ClassOfBusiness;
  /** By column; undefined if there is no bucket. */
  cells: readonly (MatrixCell | undefined)[];
  /** The first visible row of its family. */
  opens: boolean;
}>;
export type Matrix = Readonly<{
  partners: readonly Partner[];
  rows: readonly MatrixRow[];
  counts: Readonly<Record<SelectTab, number>>;
}>;

/** Classes by partners. With a filter, rows and columns without a match are left out. */
export function layOut({ partners, cells }: MatrixAnswer, { tab, q }: Pick<SelectState, 'tab' | 'q'>): Matrix {
  const names = new Map(partners.map(({ number, name }) => [number, `${number} ${name}`]));
  const labels = new Map(CLASSES.map(({ slug, label }) => [slug, label]));
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = cells.filter(({ cob, partner }) => {
    const text = `${labels.get(cob) ?? cob} ${names.get(partner) ?? partner}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const matching = found.filter(({ status }) => tab === 'all' || status === tab);
  const narrowed = matching.length < cells.length;

  const matches = new Set(matching);
  const byAddress = new Map(cells.map((cell) => [cellKey(cell), { ...cell, isMatch: matches.has(cell) }] as const));
  const withCell = (key: 'partner' | 'cob') => new Set<unknown>(matching.map((cell) => cell[key]));
  const [numbers, slugs] = [withCell('partner'), withCell('cob')];
  const columns = narrowed ? partners.filter(({ number }) => numbers.has(number)) : partners;
  const classes = narrowed ? CLASSES.filter(({ slug }) => slugs.has(slug)) : CLASSES;
  const rows = classes.map((cob, index): MatrixRow => ({
    cob,
    cells: columns.map(({ number }) => byAddress.get(cellKey({ partner: number, cob: cob.slug }))),
    opens: classes[index - 1]?.family !== cob.family,
  }));
  return { partners: columns, rows, counts: countStatuses(found) };
}

function countStatuses(cells: readonly Readonly<{ status: BucketStatus }>[]): Matrix['counts'] {
  const counts = { all: cells.length, active: 0, draft: 0, pending_review: 0 };
  for (const { status } of cells) counts[status] += 1;
  return counts;
}
