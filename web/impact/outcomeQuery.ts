import { useApiQuery } from '#web/base/api/query.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

/** Reads what was expected of the live version, and what engines decided with it. */
export const useOutcome = (address: BucketAddress, enabled = true) =>
  useApiQuery('getOutcome', { params: address, query: {} }, { enabled });
