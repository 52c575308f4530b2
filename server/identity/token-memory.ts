import { createHash } from 'node:crypto';
import type { TokenCheck } from '#server/http/token.ts';

const MAX_REMEMBERED = 5000;
/** A revoked key stops counting after this time at the latest, like its cached copy. */
const MAX_AGE_MS = 5 * 60_000;

type Options = Readonly<{ leewaySeconds: number; now?: () => number }>;
type Checked = Awaited<ReturnType<TokenCheck>>;

/**
 * Caches valid tokens: verifying a signature needs a thread, and threads may be busy. The key is the hash of the whole
 * token. Rejections are never cached.
 */
export function cacheTokens(check: TokenCheck, { leewaySeconds, now = Date.now }: Options): TokenCheck {
  const remembered = new Map<string, Readonly<{ checked: Checked; until: number }>>();
  return async (bearer) => {
    const key = createHash('sha256').update(bearer).digest('base64');
    const found = remembered.get(key);
    if (found && now() < found.until) return found.checked;
    remembered.delete(key);
    const checked = await check(bearer);
    const until = Math.min(checked.expiresAt.getTime() + leewaySeconds * 1000, now() + MAX_AGE_MS);
    remembered.set(key, { checked, until });
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return checked;
  };
}
