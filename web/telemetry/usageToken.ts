const EVERY_MS = 20_000;
/** A token older than this may have expired. */
const FRESH_MS = 60_000;

export type UsageToken = Readonly<{
  /** The sender reads them at every request: they always carry the newest token. */
  headers: Record<string, string>;
  /** Whether a request would be accepted now. */
  isUsable: () => boolean;
  stop: () => void;
}>;

/** The access token for usage events. Requesting it is free until it expires. */
export async function watchUsageToken(token: () => Promise<string>, isVisible = isPageVisible): Promise<UsageToken> {
  const headers: Record<string, string> = {};
  let requestedAt = 0;
  const refresh = async () => {
    headers['Authorization'] = `Bearer ${await token()}`;
    requestedAt = Date.now();
  };
  await refresh();
  const timer = setInterval(() => {
    if (isVisible()) refresh().catch(() => undefined);
  }, EVERY_MS);
  return {
    headers,
    isUsable: () => isVisible() && Date.now() - requestedAt < FRESH_MS,
    stop: () => {
      clearInterval(timer);
      requestedAt = 0;
    },
  };
}

const isPageVisible = (): boolean => document.visibilityState === 'visible';
