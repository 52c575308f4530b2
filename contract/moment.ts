import { z } from 'zod';

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment that a caller names: of a year that can be written with four digits and exists, in UTC too. */
export const sentMoment = (options: Readonly<{ offset?: boolean }> = {}) =>
  z.iso.datetime(options).refine((text) => {
    const at = Date.parse(text);
    return at >= FIRST && at <= LAST;
  }, 'Please name a moment in the years 0001 to 9999');
