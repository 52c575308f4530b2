import { useNavigate } from 'react-router';
import { stepThroughChanges } from '#web/bucket/dialRows.ts';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { notify } from '#web/kit/Toaster.tsx';
import { pendingReviewAddress } from '#web/review/address.ts';
import { usePendingReviews } from '#web/review/query.ts';

type ReviewKeys = Readonly<{
  /** The URL of this page, which is not the next review. */
  here: string;
  /** Starts a comment; undefined if the person may not. */
  onComment: (() => void) | undefined;
}>;

/** The shortcuts of every review page. No letter casts a vote. */
export function useReviewKeys({ here, onComment }: ReviewKeys): void {
  const navigate = useNavigate();
  const { allowed, waiting } = usePendingReviews();
  const goNext = () => {
    const addresses = waiting.map(pendingReviewAddress);
    const next = addresses[addresses.indexOf(here) + 1] ?? addresses.find((address) => address !== here);
    if (next === undefined) notify('No other bucket awaits your review');
    else void navigate(next);
  };
  useKeys(THIS_PAGE, [
    ...(onComment ? [{ keys: 'C', does: 'Comment', run: onComment }] : []),
    ...(allowed ? [{ keys: 'N', does: 'Next waiting review', run: goNext }] : []),
  ]);
}

/** J and K move between the changes of the summary. */
export function useChangeKeys(enabled: boolean): void {
  useKeys(
    THIS_PAGE,
    enabled
      ? [
          { keys: 'J', does: 'Next change', run: () => stepThroughChanges(1) },
          { keys: 'K', does: 'Previous change', run: () => stepThroughChanges(-1) },
        ]
      : [],
  );
}
