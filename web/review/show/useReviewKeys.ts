import { useNavigate } from 'react-router';
import { THIS_PAGE, useKeys } from '#web/kit/keys/keys.ts';
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

const CHANGE = '[data-changes] [data-dial]';

/** J and K move between the changes of the summary. */
export function useChangeKeys(enabled: boolean): void {
  const go = (by: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>(CHANGE)];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const row = rows[at < 0 ? 0 : Math.max(0, Math.min(at + by, rows.length - 1))];
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  };
  useKeys(
    THIS_PAGE,
    enabled
      ? [
          { keys: 'J', does: 'Next change', run: () => go(1) },
          { keys: 'K', does: 'Previous change', run: () => go(-1) },
        ]
      : [],
  );
}

/** The comments button of the focused change. */
export const findFocusedChange = (): HTMLElement | null | undefined =>
  document.activeElement?.closest(CHANGE)?.querySelector<HTMLElement>('[data-comment]');
