/** `LONG_TESTS=yes` repeats what depends on chance much more often. */
export const isLong = process.env['LONG_TESTS'] === 'yes';
