import type { BucketRow, Partner } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { ageOf } from '#domain/day/age.ts';
import { bucketAddress, reviewSetAddress } from '#web/bucket/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { Table } from '#web/kit/Table.tsx';
import { useMay } from '#web/session/session.tsx';
import { BY_LABELS, Counters, nameRow, RowButton, type RowsBy, WaitingRows } from './rowParts.tsx';
import { useNow } from '#web/kit/useNow.ts';
import classes from './BucketRows.module.css';

type PendingTableProps = Readonly<{
  /** Undefined while loading. */
  rows: readonly BucketRow[] | undefined;
  by: RowsBy;
  partners: readonly Partner[];
}>;

/** Who submitted each draft, since when it waits, its changes and votes. */
export function PendingTable({ rows, by, partners }: PendingTableProps) {
  const seesVotes = useMay()({ scope: 'review', action: 'view' });
  const now = useNow();
  const columns = [
    BY_LABELS[by],
    { label: 'Submitted by', width: 200 },
    { label: 'Waiting', width: 152 },
    { label: 'Changes', width: 252, className: classes.wide },
    ...(seesVotes ? [{ label: 'Votes', width: 140, className: classes.wide }] : []),
    { label: 'Actions', width: 140, hidden: true },
  ];
  return (
    <div className={`ls-card ls-fixed ${classes.card}`}>
      <Table columns={columns} className={`ls-table-fixed ls-table-hover ls-table-sticky ${classes.table}`}>
        {rows === undefined ? (
          <WaitingRows columns={columns} />
        ) : (
          <tbody>
            {rows.map((row) => (
              <PendingRow
                key={`${row.partner} ${row.cob}`}
                row={row}
                name={nameRow(row, by, partners)}
                seesVotes={seesVotes}
                now={now}
              />
            ))}
          </tbody>
        )}
      </Table>
    </div>
  );
}

type PendingRowProps = Readonly<{ row: BucketRow; name: string; seesVotes: boolean; now: Date }>;

function PendingRow({ row, name, seesVotes, now }: PendingRowProps) {
  const { draft } = row;
  // A bucket can have left the tab between two responses.
  if (!draft?.review) return null;
  const { review } = draft;
  const { submitted_by: who, submitted_at: since } = review;
  const set = review.votes?.set;
  return (
    <tr>
      <th scope="row">
        <PageLink to={bucketAddress(row, 'draft')} data-hit className="ls-name">
          {name}
        </PageLink>
        {review.approved_for && (
          <span className="ls-block ls-small ls-blue">Approved, live on {writeDay(review.approved_for)}</span>
        )}
        {set && (
          <PageLink to={reviewSetAddress(set.id)} className="ls-link ls-small ls-block ls-clip">
            In the set {set.title}
          </PageLink>
        )}
        <span className={`ls-small ls-ink-3 ${classes.also}`}>
          <Counters draft={draft} />
          {seesVotes && <Votes review={review} />}
        </span>
      </th>
      <td>
        <span className="ls-block ls-clip">{who.name}</span>
        <span className="ls-block ls-clip ls-small ls-ink-3">{formatMoment(since, now)}</span>
      </td>
      <td className="ls-nowrap" title={formatMoment(since, now)}>
        {ageOf(Date.parse(since), now.getTime()).words}
      </td>
      <td className={classes.wide}>
        <Counters draft={draft} />
      </td>
      {seesVotes && (
        <td className={`ls-small ls-ink-2 ${classes.wide}`}>
          <Votes review={review} />
        </td>
      )}
      <td className="ls-right ls-nowrap">
        <RowButton to={bucketAddress(row, 'draft')} label="View" of={`View draft of ${name}`} />
      </td>
    </tr>
  );
}

type Review = NonNullable<BucketRow['draft']>['review'];

function Votes({ review }: Readonly<{ review: Review }>) {
  if (!review?.votes) return null;
  const { approvals, rejections, required } = review.votes;
  return (
    <>
      <span className="ls-block ls-nowrap">{`${approvals} of ${required} approvals`}</span>
      {rejections > 0 && <span className="ls-block ls-nowrap ls-red">{`${rejections} of ${required} rejections`}</span>}
    </>
  );
}
