/** How many dials are added to buckets at once. */
export const MAX_ADDED_DIALS = 20;
/** Where dials, in this order, are added to buckets. */
export const addToBucketsAddress = ([first = '', ...others]: readonly string[]): string =>
  [`/dials/${first}/buckets/add`, new URLSearchParams(others.map((id) => ['with', id])).toString()]
    .filter(Boolean)
    .join('?');
