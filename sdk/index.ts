import { openClient } from './client.ts';
import type { Lineslip, LineslipOptions } from './types.ts';

export { InvalidRiskError } from './answer.ts';
export type * from './types.ts';

/** Starts the client of an engine: from the server, or from the directory if the server is down. */
export const openLineslip = (options: LineslipOptions): Promise<Lineslip> => openClient(options);
