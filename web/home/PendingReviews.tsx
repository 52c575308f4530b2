import { Menu } from '@mantine/core';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import { QUEUE_ORDERS, type QueueOrder } from '#domain/review/queue.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { ShowMore } from '#web/base/page/ShowMore.tsx';
import { AvatarNames } from '#web/kit/Avatar.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import type { usePendingReviews } from '#web/review/query.ts';
import { PendingRow, ProposalRow } from './PendingRows.tsx';
import classes from './PendingReviews.module.css';

type PendingReviewsProps = Readonly<{
  reviews: ReturnType<typeof usePendingReviews>;
  order: QueueOrder;
  onOrder: (order: QueueOrder) => void;
  now: Date;
}>;

export function PendingReviews({ reviews, order, onOrder, now }: PendingReviewsProps) {
  const { query, items, appetites, waiting, waitingCount, total } = reviews;
  const rows = [
    ...items.map((review) => ({ at: review.submitted_at, review, proposal: undefined })),
    ...appetites.map((proposal) => ({ at: proposal.at, review: undefined, proposal })),
  ];
  // The server orders the reviews. Raised appetites have neither an impact nor a day, and come last.
  if (order === 'waiting') rows.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const next = rows.find(({ review, proposal }) => (review ? waiting.includes(review) : proposal.refusal === null));
  const isEmpty = items.length === 0 && appetites.length === 0;
  return (
    <Card
      title="Review pending buckets"
      padded={false}
      {...(!isEmpty && {
        note: <Note total={total} waiting={waitingCount} />,
        aside: <QueueOrderMenu order={order} onChange={onOrder} />,
      })}
    >
      {reviews.allowed && (
        <Loaded query={query} title="Failed to load buckets for review" skeleton={6} className="ls-pad">
          {() =>
            isEmpty && (
              <EmptyState
                bare
                headingLevel={3}
                title="No buckets await review"
                text="A draft that someone submits for review appears here."
              />
            )
          }
        </Loaded>
      )}
      {!isEmpty && (
        <AvatarNames
          value={[...items.map(({ submitted_by }) => submitted_by.name), ...appetites.map(({ by }) => by.name)]}
        >
          <ul className="ls-list ls-ruled">
            {rows.map((row) =>
              row.review ? (
                <PendingRow
                  key={row.review.set?.id ?? `${row.review.partner.number} ${row.review.cob}`}
                  review={row.review}
                  now={now}
                  isNext={row === next}
                />
              ) : (
                <ProposalRow key={row.proposal.id} proposal={row.proposal} now={now} isNext={row === next} />
              ),
            )}
          </ul>
        </AvatarNames>
      )}
      {query.hasNextPage && (
        <div className={`ls-rule ${classes.more}`}>
          <ShowMore query={query} title="Failed to load buckets for review" />
        </div>
      )}
    </Card>
  );
}

function Note({ total, waiting }: Readonly<{ total: number; waiting: number }>) {
  return (
    <>
      <span className={`ls-chip ls-bold ${classes.total}`} data-tone="amber">
        {total}
      </span>
      {waiting > 0 && <span className={classes.waiting}>{waiting} awaiting your review</span>}
    </>
  );
}

const ORDER_LABELS = {
  waiting: 'Longest waiting first',
  impact: 'Largest impact first',
  day: 'Goes live soonest',
} as const satisfies Record<QueueOrder, string>;

type QueueOrderMenuProps = Readonly<{ order: QueueOrder; onChange: (order: QueueOrder) => void }>;

function QueueOrderMenu({ order, onChange }: QueueOrderMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className="ls-plain ls-row ls-gap-6 ls-nowrap ls-ink-2">
          {ORDER_LABELS[order]}
          <IconSelector size={14} stroke={1.75} aria-hidden className="ls-ink-3" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Order">
        <Menu.RadioGroup value={order} onChange={(value) => onChange(value as QueueOrder)}>
          {QUEUE_ORDERS.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {ORDER_LABELS[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
