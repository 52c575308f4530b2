import { randomBytes } from 'node:crypto';

/** In the form of a trace id: a log line, a problem document and a trace of one request have the same. */
export const createRequestId = (): string => randomBytes(16).toString('hex');
