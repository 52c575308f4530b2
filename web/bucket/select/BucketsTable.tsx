import { useState } from 'react';
import type { BucketRow, Partner } from '#contract/bucket.ts';
import { CHANGE_KINDS, totalChanges } from '#domain/bucket/diff.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { appetiteText } from '#web/bucket/show/words.ts';
import { plural } from '#web/kit/plural.ts';
import classes from './BucketsTable.module.css';
import { bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { Time } from '#web/kit/Time.tsx';

export type BucketsTableProps = Readonly<{
  rows: readonly BucketRow[];
  /** What the rows differ in: the classes of one partner, or the partners of one class. */
  by: 'class' | 'partner';
  /** To name them by. */
  partners: readonly Partner[];
}>;

export function BucketsTable({ rows, by, partners }: BucketsTableProps) {
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });
  const [now] = useState(() => new Date());
  const nameOf = ({ cob, partner }: BucketRow): string => {
    if (by === 'class') return classLabel(cob);
    return partnerText(partners.find(({ number }) => number === partner) ?? { number: partner, name: '' });
  };
  return (
    <div className={`ls-card ls-fixed ${classes.card}`}>
      <table className={`ls-wide ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">{by === 'class' ? 'Class' : 'Partner'}</th>
            <th scope="col" className={classes.status}>
              Status
            </th>
            <th scope="col" className={classes.number} data-of="dials">
              Dials
            </th>
            <th scope="col" className={classes.number}>
              Appetite
            </th>
            <th scope="col" className={`ls-nowrap ls-ink-3 ${classes.live}`}>
              Live
            </th>
            <th scope="col" className={classes.draft}>
              Draft changes
            </th>
            <th scope="col" className={classes.actions}>
              <span className="ls-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.partner} ${row.cob}`} row={row} name={nameOf(row)} mayEdit={mayEdit} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Readonly<{ row: BucketRow; name: string; mayEdit: boolean; now: Date }>;

function Row({ row, name, mayEdit, now }: RowProps) {
  // In review nothing can be edited.
  const editable = mayEdit && row.status !== 'pending_review';
  return (
    <tr>
      <th scope="row">
        <PageLink to={bucketAddress(row)} className={`ls-break ls-ink ls-medium ${classes.name}`}>
          {name}
        </PageLink>
        <span className={`ls-small ls-ink-3 ${classes.also}`}>
          {plural(row.dials, 'dial')}, v{row.live_number} since{' '}
          <Time moment={row.live_at} format={formatDayOrTime} now={now} />
          <Counters row={row} />
        </span>
      </th>
      <td className={classes.status}>
        <StatusChip status={row.status} />
      </td>
      <td className={classes.number} data-of="dials">
        {row.dials}
      </td>
      <td className={classes.number} data-closed={row.appetite === 0 || undefined}>
        {appetiteText(row.appetite)}
      </td>
      <td className={`ls-nowrap ls-ink-3 ${classes.live}`}>
        <span className={`ls-tiny ls-ink-2 ls-bold ${classes.version}`}>v{row.live_number}</span> since{' '}
        <Time moment={row.live_at} format={formatDayOrTime} now={now} />
      </td>
      <td className={classes.draft}>
        <Draft row={row} now={now} />
      </td>
      <td className={classes.actions}>
        {editable && (
          <PageLink
            to={bucketAddress(row, 'edit')}
            className={`ls-small ls-ink ls-bold ${classes.button}`}
            data-track="Edit"
            aria-label={`Edit ${name}`}
          >
            Edit
          </PageLink>
        )}
        <PageLink
          to={bucketAddress(row, row.draft === null ? undefined : 'draft')}
          className={`ls-small ls-ink ls-bold ${classes.button}`}
          data-track="View"
          aria-label={row.draft === null ? `View ${name}` : `View draft of ${name}`}
        >
          View
        </PageLink>
      </td>
    </tr>
  );
}

function Draft({ row, now }: Pick<RowProps, 'row' | 'now'>) {
  const { draft } = row;
  if (draft === null) return <span className={`ls-ink-3 ${classes.quiet}`}>none</span>;
  return (
    <>
      <Counters row={row} />
      <span className={`ls-block ls-clip ls-small ls-ink-3 ${classes.second}`}>
        {draft.saved_by.name}, <Time moment={draft.saved_at} format={formatDayOrTime} now={now} />
      </span>
    </>
  );
}

function Counters({ row: { draft } }: Pick<RowProps, 'row'>) {
  if (draft === null) return null;
  const { changes } = draft;
  return (
    <span className={`ls-gap-4 ls-wrap ${classes.counters}`}>
      {CHANGE_KINDS.filter((kind) => changes[kind] > 0).map((kind) => (
        <ChangeCounter key={kind} kind={kind} count={changes[kind]} />
      ))}
      {totalChanges(changes) === 0 && <span className={`ls-ink-3 ${classes.quiet}`}>same as live</span>}
    </span>
  );
}
