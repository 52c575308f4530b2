import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

/** One person whole, as it was read. */
export type PersonRead = Awaited<ReturnType<Client<ApiContract>['getUser']>>;
