/** How the queue is ordered; what is equal by the longest wait. */
export const QUEUE_ORDERS = ['waiting', 'impact', 'day'] as const;
export type QueueOrder = (typeof QUEUE_ORDERS)[number];

type Queued = Readonly<{
  barred: string | null;
  mine: string | null;
  set: Readonly<{ mine: number; buckets: number }> | null;
}>;

/** Whether a vote of the person who reads the queue is wanted. A set waits until they voted on each of its buckets. */
export const isWaiting = ({ barred, mine, set }: Queued): boolean =>
  barred === null && (set === null ? mine === null : set.mine < set.buckets);
