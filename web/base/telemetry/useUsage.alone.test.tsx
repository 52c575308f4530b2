import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SessionProvider, useSession } from '#web/base/session/session.tsx';
import { renderUi } from '#web/testing/page.tsx';
import { startUsage, stopUsage } from './usage.ts';
import { useUsage } from './useUsage.ts';

let renewals = 0;
vi.mock('#web/telemetry/usage.ts', () => ({
  startUsage: vi.fn(async () => undefined),
  stopUsage: vi.fn(),
  track: vi.fn(),
}));
vi.mock('#web/telemetry/FlagsProvider.tsx', () => ({ useFlag: () => true }));
vi.mock('#web/frame/BackHistoryProvider.tsx', () => ({ usePageName: () => 'Home' }));
vi.mock('@auth0/auth0-react', () => {
  const calls = {
    getAccessTokenSilently: async () => {
      renewals += 1;
      return `head.${btoa(JSON.stringify({ permissions: [], renewals }))}.signature`;
    },
    getIdTokenClaims: async () => undefined,
    logout: () => undefined,
  };
  // As the library does it: every token brings a new user object.
  return { useAuth0: () => ({ ...calls, user: { sub: 'u1', name: 'Demo Underwriter', email: 'u@example.com' } }) };
});

const SETTINGS = { token: 't', host: 'http://localhost' } as const;

function Page() {
  useUsage(SETTINGS);
  const { token, permissions } = useSession();
  return <button onClick={() => void token()}>{permissions === undefined ? 'No token yet' : 'Renew'}</button>;
}

test('a renewed token neither resets nor restarts the person’s analytics', async () => {
  await renderUi(
    <SessionProvider>
      <Page />
    </SessionProvider>,
  );
  await page.getByRole('button', { name: 'Renew' }).click();
  await expect.poll(() => renewals).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Renew' }).click();
  await expect.poll(() => renewals).toBeGreaterThan(2);
  expect(vi.mocked(startUsage)).toHaveBeenCalledTimes(1);
  expect(vi.mocked(stopUsage)).not.toHaveBeenCalled();
});
