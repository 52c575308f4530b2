import axe from 'axe-core';
import { toast } from 'react-hot-toast/headless';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The rules that a colour scheme can affect. The rest is checked in the light scheme only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Skips passed checks and selectors: on a large screen they take half of the time. */
const VIOLATIONS_ALONE = { resultTypes: ['violations' as const], selectors: false };

/** axe's findings on the current screen, in a colour scheme. Nothing may still be loading or moving. */
export async function axeFindings(scheme: Scheme, rules: Readonly<Record<string, boolean>> = {}): Promise<string[]> {
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  // Toasts cover the screen, and stay in tests.
  toast.remove();
  await expect.element(page.getByText('Loading...')).not.toBeInTheDocument();
  // A partial fade-in does not have the final contrast.
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  // The test page has no title and no landmarks of the shell; the journeys check those.
  const enabled = Object.entries({ region: false, ...rules }).map(([id, on]) => [id, { enabled: on }]);
  const options = scheme === 'light' ? { rules: Object.fromEntries(enabled) } : { runOnly: COLOUR_RULES };
  const { violations } = await axe.run(document.body, { ...options, ...VIOLATIONS_ALONE });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
