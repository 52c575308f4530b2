import { beforeEach } from 'vitest';
import { resetPage, takeLeftovers } from './pageState.ts';

/* Runs for each file. Files share their modules, so a hook of a module that they import would run in one of them alone. */

beforeEach(async ({ onTestFinished }) => {
  await resetPage();
  // Registered first, so it runs last: after every afterEach and whatever the test itself does when it ends.
  onTestFinished(async () => {
    const leftovers = await takeLeftovers();
    if (leftovers.length > 0)
      throw new Error(`This test leaves behind ${leftovers.join(', ')}. Clean it up in the test.`);
  });
});
