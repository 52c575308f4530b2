/** Where a set of reviews is found. */
export const reviewSetAddress = (setId: string): string => `/review-sets/${setId}`;
