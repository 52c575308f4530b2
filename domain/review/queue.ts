/** How the queue is ordered; what is equal by the longest wait. */
export const QUEUE_ORDERS = ['waiting', 'impact', 'day'] as const;
export type QueueOrder = (typeof QUEUE_ORDERS)[number];
