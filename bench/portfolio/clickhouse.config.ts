import { defineConfig } from 'vitest/config';

/** What `npm run test:clickhouse` runs: the tests of all SQL, and those of Impact that need a ClickHouse. */
export default defineConfig({
  test: {
    include: ['tools/sql/*.test.ts', 'bench/portfolio/clickhouse.test.ts'],
    environment: 'node',
    // Both have tables of the same engine.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
