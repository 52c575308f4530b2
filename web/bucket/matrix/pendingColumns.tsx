import type { BucketRow, Partner } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { ageOf } from '#domain/day/age.ts';
import { bucketAddress, reviewSetAddress } from '#web/bucket/address.ts';
import type { Columns } from '#web/base/page/DataRow.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { BY_LABELS, Counters, nameRow, RowButton, type RowsBy } from '#web/bucket/rowParts.tsx';
import { useNow } from '#web/kit/useNow.ts';

export const isInReview = ({ draft }: BucketRow): boolean => Boolean(draft?.review);

/** Who submitted each draft, since when it waits, its changes and votes. */
export const listPendingColumns = (
  by: RowsBy,
  partners: readonly Partner[],
  seesVotes: boolean,
): Columns<BucketRow> => [
  {
    head: BY_LABELS[by],
    isRowHead: true,
    cell: (row) => (
      <>
        <PageLink to={bucketAddress(row, 'draft')} data-hit className="ls-name">
          {nameRow(row, by, partners)}
        </PageLink>
        <InReview row={row} />
        <span className="ls-small ls-block ls-ink-3 ls-until-small">
          {row.draft?.review?.submitted_by.name}, <Waiting row={row} />
        </span>
        <span className="ls-small ls-block ls-ink-3 ls-until-large">
          <Counters draft={row.draft} />
          {seesVotes && <Votes row={row} />}
        </span>
      </>
    ),
  },
  { head: 'Submitted by', width: 200, from: 'small', cell: (row) => <Submitted row={row} /> },
  { head: 'Waiting', width: 152, from: 'small', className: 'ls-nowrap', cell: (row) => <Waiting row={row} /> },
  { head: 'Changes', width: 252, from: 'large', cell: ({ draft }) => <Counters draft={draft} /> },
  ...(seesVotes
    ? [{ head: 'Votes', width: 140, from: 'large' as const, cell: (row: BucketRow) => <Votes row={row} /> }]
    : []),
  {
    head: 'Actions',
    isHeadHidden: true,
    width: 140,
    className: 'ls-right ls-nowrap',
    cell: (row) => (
      <RowButton to={bucketAddress(row, 'draft')} label="View" of={`View draft of ${nameRow(row, by, partners)}`} />
    ),
  },
];

type CellProps = Readonly<{ row: BucketRow }>;

function InReview({ row }: CellProps) {
  const review = row.draft?.review;
  const set = review?.votes?.set;
  return (
    <>
      {review?.approved_for && (
        <span className="ls-block ls-small ls-blue">Approved, live on {writeDay(review.approved_for)}</span>
      )}
      {set && (
        <PageLink to={reviewSetAddress(set.id)} className="ls-link ls-small ls-block ls-clip">
          In the set {set.title}
        </PageLink>
      )}
    </>
  );
}

function Submitted({ row }: CellProps) {
  const now = useNow();
  const review = row.draft?.review;
  if (!review) return null;
  return (
    <>
      <span className="ls-block ls-clip">{review.submitted_by.name}</span>
      <span className="ls-block ls-clip ls-small ls-ink-3">{formatMoment(review.submitted_at, now)}</span>
    </>
  );
}

function Waiting({ row }: CellProps) {
  const now = useNow();
  const since = row.draft?.review?.submitted_at;
  if (since === undefined) return null;
  return <span title={formatMoment(since, now)}>{ageOf(Date.parse(since), now.getTime()).words}</span>;
}

function Votes({ row }: CellProps) {
  const votes = row.draft?.review?.votes;
  if (!votes) return null;
  const { approvals, rejections, required } = votes;
  return (
    <span className="ls-small ls-block ls-ink-2">
      <span className="ls-block ls-nowrap">{`${approvals} of ${required} approvals`}</span>
      {rejections > 0 && <span className="ls-block ls-nowrap ls-red">{`${rejections} of ${required} rejections`}</span>}
    </span>
  );
}
