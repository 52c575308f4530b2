import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';

/** One journey in the engines of Firefox and Safari, by WebDriver. Playwright only runs it. */
export default defineConfig({
  ...journeys,
  testMatch: 'sign-in-to-vote.ts',
  globalSetup: '../prepare.ts',
  outputDir: '../../.build/browsers',
  fullyParallel: true,
  // Far beyond what a step takes, also on a machine that does other work.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
});
