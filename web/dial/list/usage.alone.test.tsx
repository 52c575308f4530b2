import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { track } from '#web/base/telemetry/usage.ts';
import { answer, COUNTS, dialRow, listApi, openList } from './testing.tsx';

vi.mock('#web/telemetry/usage.ts', { spy: true });

test('a search is tracked once it has settled: its length and result count, never its words', async () => {
  const { api } = listApi(() => answer([dialRow(1)], { ...COUNTS, all: 3 }));
  await openList(api);
  await page.getByRole('searchbox', { name: 'Search dials' }).fill('secret');
  await expect
    .poll(() => vi.mocked(track).mock.calls)
    .toEqual([[{ kind: 'search', page: 'Dials', characters: 6, results: 3 }]]);
});
