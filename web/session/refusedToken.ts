import type { Refusal } from '#contract/client.ts';

const MARK = 'lineslip_signed_in_again_at';
const ONCE_PER_MS = 10 * 60_000;

/**
 * If the server refuses a token, a new one is tried; if that is refused too, the tab redirects to the sign-in, once.
 * After that it only offers it: a server that accepts no token must not cause a loop. A change never leaves the page,
 * so that the input stays.
 */
export function onRefusedToken(renew: () => Promise<string>, signIn: () => void): Refusal {
  let leaving = false;
  return {
    renew,
    giveUp: (isRead) => {
      const isSecond = Date.now() - Number(sessionStorage.getItem(MARK) ?? 0) < ONCE_PER_MS;
      if (!leaving && (isSecond || !isRead)) return undefined;
      if (!leaving) signIn();
      leaving = true;
      sessionStorage.setItem(MARK, String(Date.now()));
      return new Promise<never>(() => {});
    },
  };
}
