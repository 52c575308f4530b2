import { defineConfig } from '@playwright/test';
import { chromium } from '../tools/chromium.ts';

/** Journeys of a person, in the real product. Each worker has a server of its own: see lineslip.ts. */
export default defineConfig({
  testMatch: '*.journey.ts',
  globalSetup: './prepare.ts',
  outputDir: '../.build/journeys',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['dot'], ['json']] : 'list',
  use: {
    launchOptions: chromium,
    // Frames of transitions are a tenth of the work. The journeys of editing a bucket ask for them, to see what moves.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A trace of every step makes the journeys twice as slow: ask for it with --trace=on where one has to be understood.
    screenshot: 'only-on-failure',
  },
});
