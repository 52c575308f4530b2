type Query = Readonly<{ isLoading: boolean; failureCount: number }>;

/** Whether a query waits for its first answer. One that failed once is shown while it is tried again. */
export const isWaiting = ({ isLoading, failureCount }: Query): boolean => isLoading && failureCount === 0;
