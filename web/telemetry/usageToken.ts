const EVERY_MS = 20_000;
/** One that was not asked for again for this long may have run out. */
const FRESH_MS = 60_000;

export type UsageToken = Readonly<{
  /** The sender reads them at every request: they always carry the newest token. */
  headers: Record<string, string>;
  /** Whether what is sent now would be accepted. */
  isUsable: () => boolean;
  stop: () => void;
}>;

/** The access token for usage events. Asking for it costs nothing until it runs out; then it is a new one. */
export async function watchUsageToken(token: () => Promise<string>, isVisible = isPageVisible): Promise<UsageToken> {
  const headers: Record<string, string> = {};
  let askedAt = 0;
  const refresh = async () => {
    headers['Authorization'] = `Bearer ${await token()}`;
    askedAt = Date.now();
  };
  await refresh();
  const timer = setInterval(() => {
    if (isVisible()) refresh().catch(() => undefined);
  }, EVERY_MS);
  return {
    headers,
    isUsable: () => isVisible() && Date.now() - askedAt < FRESH_MS,
    stop: () => {
      clearInterval(timer);
      askedAt = 0;
    },
  };
}

const isPageVisible = (): boolean => document.visibilityState === 'visible';
