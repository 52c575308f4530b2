import { z } from 'zod';

const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A timestamp in a request, with a four-digit year, also in UTC. */
export const sentMoment = (options: Readonly<{ offset?: boolean }> = {}) =>
  z.iso.datetime(options).refine((text) => {
    const at = Date.parse(text);
    return at >= EARLIEST && at <= LATEST;
  }, 'Please name a moment in the years 0001 to 9999');
