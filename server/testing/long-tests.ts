/** `LONG_TESTS=yes` repeats randomised tests much more often. */
export const isLong = process.env['LONG_TESTS'] === 'yes';
