import { defineConfig } from 'vitest/config';

/** For `npm run test:clickhouse`: the tests of all SQL, and those of Impact that need ClickHouse. */
export default defineConfig({
  test: {
    include: ['tools/sql/*.test.ts', 'bench/portfolio/clickhouse.test.ts'],
    environment: 'node',
    // Both use tables of the same engine.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
