import { expect, test } from 'vitest';
import { axeFindings, SCHEMES } from './accessibility.ts';
import { ADMIN_SCREENS } from './screens/admin.tsx';
import { BUCKET_EDIT_SCREENS, BUCKET_SCREENS } from './screens/bucket.tsx';
import { DIAL_SCREENS } from './screens/dial.tsx';
import { PALETTE_SCREENS } from './screens/palette.tsx';
import { REVIEW_SCREENS } from './screens/review.tsx';
import { USER_SCREENS } from './screens/user.tsx';

const SCREENS = {
  ...REVIEW_SCREENS,
  ...BUCKET_SCREENS,
  ...BUCKET_EDIT_SCREENS,
  ...DIAL_SCREENS,
  ...USER_SCREENS,
  ...ADMIN_SCREENS,
  ...PALETTE_SCREENS,
};

/** The dark scheme differs in colours only; the long run checks it, too. */
const CHECKED = import.meta.env['LONG_TESTS'] === 'yes' ? SCHEMES : (['light'] as const);

/** The bell alone: there is no page around it with preceding headings. */
const RULES: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  notifications: { 'heading-order': false },
};

test.each(Object.entries(SCREENS))('axe finds nothing on %s', async (name, open) => {
  const check = async () => {
    for (const scheme of CHECKED) expect(await axeFindings(scheme, RULES[name]), `${name}, ${scheme}`).toEqual([]);
  };
  await expect.element(await open(check)).toBeVisible();
  await check();
});
