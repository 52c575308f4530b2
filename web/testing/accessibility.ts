import axe from 'axe-core';
import { toast } from 'react-hot-toast/headless';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** All that a colour scheme can change. The rest is the same in both, and is looked at in the light one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What is in order is not listed, nor is it told how to find it: of a large screen that is half of the work. */
const VIOLATIONS_ALONE = { resultTypes: ['violations' as const], selectors: false };

/** What axe finds on the screen as it stands, in a colour scheme. Nothing may still be loading or moving. */
export async function axeFindings(scheme: Scheme, rules: Readonly<Record<string, boolean>> = {}): Promise<string[]> {
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  // Toasts lie over the screen, and stay in tests.
  toast.remove();
  await expect.element(page.getByText('Loading...')).not.toBeInTheDocument();
  // Half faded in, nothing has the contrast it ends with.
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const enabled = Object.entries({ region: false, ...rules }).map(([id, on]) => [id, { enabled: on }]);
  const asked = scheme === 'light' ? { rules: Object.fromEntries(enabled) } : { runOnly: COLOUR_RULES };
  const { violations } = await axe.run(document.body, { ...asked, ...VIOLATIONS_ALONE });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
