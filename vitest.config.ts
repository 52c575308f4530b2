import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { apiRoutes } from './tools/api-routes.ts';
import { chromium } from './tools/chromium.ts';

// React as it is shipped. Its development build spends four tenths of the work of the screens on traces of who drew what.
process.env['NODE_ENV'] = 'production';

/** `npm run test:long`: randomised tests repeat much more often, and files named `*.long.test.ts` run, too. */
const isLong = process.env['LONG_TESTS'] === 'yes';
/** The long run draws the screens on other days and in other zones: see web/testing/screenDate.ts. */
const screenDay = process.env['SCREEN_DAY'];
const TEST_TIMEOUT_MS = isLong ? 7_200_000 : 60_000;

/** Small files that take long. Left to their size they would come last, with the other processors idle. */
const LONG = ['testing/accessibility.test.tsx', 'password.test.ts'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(`/${end}`));
    // eslint-disable-next-line unicorn/no-array-sort -- Vitest's order of files, not the method of arrays
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

/** Tests that put something else in the place of a module cannot share modules with others. */
const ALONE = '{tools,web}/**/*.alone.test';

/** Screens are drawn in Chromium. */
const screens = (test: Readonly<{ name: string; include: string[]; exclude?: string[]; isolate?: boolean }>) => ({
  plugins: [react(), apiRoutes()],
  // What is found only while tests run makes Vite reload the page under them.
  optimizeDeps: {
    exclude: ['@tabler/icons-react'],
    include: [
      '@auth0/auth0-react',
      '@tanstack/react-query',
      'axe-core',
      'react/jsx-runtime',
      'react-hot-toast/headless',
      '@mantine/core',
      '@mantine/dates',
      '@mantine/hooks',
      'react-router',
      'papaparse',
      'hucre/xlsx',
      'mixpanel-browser/src/loaders/loader-module-core',
      '@tanstack/react-virtual',
      'eventsource-parser',
      '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter',
      '@atlaskit/pragmatic-drag-and-drop/utils/combine',
      '@atlaskit/pragmatic-drag-and-drop/utils/disable-native-drag-preview',
      '@atlaskit/pragmatic-drag-and-drop/utils/prevent-unhandled',
      '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element',
    ],
  },
  test: {
    ...test,
    setupFiles: 'web/testing/setup.ts',
    env: { LONG_TESTS: isLong ? 'yes' : 'no', ...(screenDay && { SCREEN_DAY: screenDay }) },
    // Far beyond what anything takes, also on a machine that does other work: only what never comes should end in it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      // A third of what Chromium did was drawing frames of transitions, which no test looks at.
      provider: playwright({
        launchOptions: chromium,
        contextOptions: { reducedMotion: 'reduce', timezoneId: process.env['SCREEN_ZONE'] ?? 'UTC' },
      }),
      instances: [{ browser: 'chromium' as const }],
      viewport: { width: 1440, height: 900 },
      screenshotFailures: false,
    },
  },
});

/** Four kinds of tests, each where its code lives. The end-to-end journeys have their own runner in e2e/. */
export default defineConfig({
  test: {
    // Vitest leaves one processor to itself, which of two is half of the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'domain',
          include: ['{domain,contract,tools,sdk}/**/*.test.ts'],
          exclude: [`${ALONE}.ts`, ...(isLong ? [] : ['**/*.long.test.ts'])],
          environment: 'node',
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,bench/growth}/**/*.test.ts'],
          exclude: isLong ? [] : ['**/*.long.test.ts'],
          environment: 'node',
          // Each file has a database of its own; what it shares with the others are modules without a state.
          isolate: false,
          globalSetup: 'server/testing/global-setup.ts',
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts'],
          exclude: [`${ALONE}.ts`, ...(isLong ? [] : ['**/*.long.test.ts'])],
          environment: 'node',
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
        },
      },
      { test: { name: 'web-alone', include: [`${ALONE}.ts`], environment: 'node', testTimeout: 60_000 } },
      // Files share their modules: to fetch them for each took a sixth of the time.
      screens({ name: 'screens', include: ['web/**/*.test.tsx'], exclude: [`${ALONE}.tsx`], isolate: false }),
      screens({ name: 'alone', include: [`${ALONE}.tsx`] }),
    ],
  },
});
