import type { Partner } from '#contract/bucket.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import type { BucketStatus } from '#domain/bucket/state.ts';
import { CLASSES, type ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import type { SelectState, SelectTab } from './selectState.ts';

export type MatrixAnswer = Answer<ApiContract['getBucketMatrix']>;
/** `asked`: by tab and search. */
export type MatrixCell = MatrixAnswer['cells'][number] & Readonly<{ asked: boolean }>;
export const cellKey = ({ partner, cob }: Pick<MatrixCell, 'partner' | 'cob'>): string => `${partner} ${cob}`;
export type MatrixRow = Readonly<{
  cob: ClassOfBusiness;
  /** By column; nothing where there is no bucket. */
  cells: readonly (MatrixCell | undefined)[];
  /** The first row of its family that is shown. */
  opens: boolean;
}>;
export type Matrix = Readonly<{
  partners: readonly Partner[];
  rows: readonly MatrixRow[];
  counts: Readonly<Record<SelectTab, number>>;
}>;

/** Classes by partners. Where something is asked for, rows and columns that hold none of it are left out. */
export function layOut({ partners, cells }: MatrixAnswer, { tab, q }: Pick<SelectState, 'tab' | 'q'>): Matrix {
  const names = new Map(partners.map(({ number, name }) => [number, `${number} ${name}`]));
  const labels = new Map(CLASSES.map(({ slug, label }) => [slug, label]));
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = cells.filter(({ cob, partner }) => {
    const text = `${labels.get(cob) ?? cob} ${names.get(partner) ?? partner}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const asked = found.filter(({ status }) => tab === 'all' || status === tab);
  const narrowed = asked.length < cells.length;

  const wanted = new Set(asked);
  const byAddress = new Map(cells.map((cell) => [cellKey(cell), { ...cell, asked: wanted.has(cell) }] as const));
  const withCell = (key: 'partner' | 'cob') => new Set<unknown>(asked.map((cell) => cell[key]));
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
