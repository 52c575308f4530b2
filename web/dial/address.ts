/** The most dials that can be added to buckets at once. */
export const MAX_ADDED_DIALS = 20;
/** The page that adds dials, in this order, to buckets. */
export const addToBucketsAddress = ([first = '', ...others]: readonly string[]): string =>
  [`/dials/${first}/buckets/add`, new URLSearchParams(others.map((id) => ['with', id])).toString()]
    .filter(Boolean)
    .join('?');
