import { expect, test } from 'vitest';
import { axeFindings, SCHEMES } from './accessibility.ts';
import { ADMIN_SCREENS } from '#web/testing/screens/admin.tsx';
import { BUCKET_EDIT_SCREENS, BUCKET_SCREENS } from '#web/testing/screens/bucket.tsx';
import { DIAL_SCREENS } from '#web/testing/screens/dial.tsx';
import { PALETTE_SCREENS } from '#web/testing/screens/palette.tsx';
import { REVIEW_SCREENS } from '#web/testing/screens/review.tsx';
import { USER_SCREENS } from '#web/testing/screens/user.tsx';

const AREAS = [
  REVIEW_SCREENS,
  BUCKET_SCREENS,
  BUCKET_EDIT_SCREENS,
  DIAL_SCREENS,
  USER_SCREENS,
  ADMIN_SCREENS,
  PALETTE_SCREENS,
] as const;

/** The long run checks every screen, and the dark scheme, too; others the first screens of each area. */
const isLong = import.meta.env['LONG_TESTS'] === 'yes';
const CHECKED = isLong ? SCHEMES : (['light'] as const);
const SCREENS = AREAS.flatMap((area) => Object.entries(area).slice(0, isLong ? Infinity : 2));

/** The bell alone: there is no page around it with preceding headings. */
const RULES: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  notifications: { 'heading-order': false },
};

test.each(SCREENS)('axe finds nothing on %s', async (name, open) => {
  const check = async () => {
    for (const scheme of CHECKED) expect(await axeFindings(scheme, RULES[name]), `${name}, ${scheme}`).toEqual([]);
  };
  await expect.element(await open(check)).toBeVisible();
  await check();
});
