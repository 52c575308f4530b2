import { defineConfig } from '@playwright/test';
import { chromium } from '../tools/chromium.ts';

/** User journeys in the real product. Each worker has its own server: see lineslip.ts. */
export default defineConfig({
  testMatch: '*.journey.ts',
  // Journeys tagged @long run by `npm run test:long`.
  ...(process.env['LONG_TESTS'] === 'yes' ? { grep: /@long/ } : { grepInvert: /@long/ }),
  globalSetup: './prepare.ts',
  outputDir: '../.build/journeys',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [[process.stdout.isTTY ? 'dot' : 'list'], ['json']] : 'list',
  use: {
    launchOptions: chromium,
    // Without transitions, frames take a tenth of the work. The journeys of editing a bucket enable them.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Traces make the journeys twice as slow: use --trace=on to debug one.
    screenshot: 'only-on-failure',
  },
});
