import { aroundEach, beforeEach } from 'vitest';
import { contractViolation } from './contractViolation.ts';
import { resetPage, takeLeftovers } from './pageState.ts';
import { setScreenDate } from './screenDate.ts';

/** Runs for each file. Files share their modules, so a hook in an imported module would run in only one of them. */

// Before the tests are imported: some of their fixtures are made of the date.
setScreenDate();

beforeEach(async ({ onTestFinished }) => {
  await resetPage();
  // Registered first, so it runs last: after every afterEach and the test's own cleanup.
  onTestFinished(async () => {
    const leftovers = await takeLeftovers();
    if (leftovers.length > 0)
      throw new Error(`This test leaves behind ${leftovers.join(', ')}. Clean it up in the test.`);
  });
});

/** Fails a test whose fake API violates the contract at once: the page would show an error, and the test wait for the rest. */
aroundEach(async (runTest) => {
  const violation = contractViolation.watch();
  await Promise.race([runTest(), violation]);
});
