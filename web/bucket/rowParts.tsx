import type { BucketRow, Partner } from '#contract/bucket.ts';
import { CHANGE_KINDS, totalChanges } from '#domain/bucket/change-kind.ts';
import { classLabel, partnerText } from './address.ts';
import { OfferLink } from '#web/base/page/PageLink.tsx';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import classes from './rowParts.module.css';

/** What rows differ in: the classes of one partner, the partners of one class, or both. */
export type RowsBy = 'class' | 'partner' | 'both';

/** The head of the column that names a row. */
export const BY_LABELS = { class: 'Class', partner: 'Partner', both: 'Bucket' } as const satisfies Record<
  RowsBy,
  string
>;

export function nameRow({ cob, partner }: BucketRow, by: RowsBy, partners: readonly Partner[]): string {
  const found = partnerText(partners.find(({ number }) => number === partner) ?? { number: partner, name: '' });
  if (by === 'both') return `${classLabel(cob)}, ${found}`;
  return by === 'class' ? classLabel(cob) : found;
}

export function RowButton({ to, label, of }: Readonly<{ to: string; label: string; of: string }>) {
  return (
    <OfferLink to={to} className={`ls-small ls-ink ls-bold ${classes.button}`} data-track={label} aria-label={of}>
      {label}
    </OfferLink>
  );
}

/** The changes of a draft; nothing for a bucket without one. */
export function Counters({ draft }: Pick<BucketRow, 'draft'>) {
  if (draft === null) return null;
  const { changes } = draft;
  return (
    <span className="ls-flex ls-gap-4 ls-wrap">
      {CHANGE_KINDS.filter((kind) => changes[kind] > 0).map((kind) => (
        <ChangeCounter key={kind} kind={kind} count={changes[kind]} />
      ))}
      {totalChanges(changes) === 0 && <span className="ls-small ls-ink-3">same as live</span>}
    </span>
  );
}
