import axe from 'axe-core';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { BucketDraftPage } from '#web/app/pages/BucketDraftPage.tsx';
import { BucketPage } from '#web/app/pages/BucketPage.tsx';
import { ClassesPage } from '#web/bucket/select/ClassesPage.tsx';
import { PartnersPage } from '#web/bucket/select/PartnersPage.tsx';
import { type PageOptions, renderPage } from '#web/dial/testing.tsx';
import { AT, fakeBucketPages, fakeSelectPages, IN_REVIEW, LIVE, ROUTE } from './testing.tsx';

type Case = readonly [
  name: string,
  element: ReactNode,
  at: Pick<PageOptions, 'route' | 'address'>,
  shown: () => Locator,
];

const classes = '/syndicate/:syndicateNumber/bucket';
const notes = LIVE.live.entries.slice(0, 1).map(({ dial_id }) => ({ dial_id, kind: 'expired' as const }));
const bucket = { ...IN_REVIEW, live: { ...LIVE.live, notes } };
const row = (name: string) => () => page.getByRole('rowheader', { name });
const cases: readonly Case[] = [
  [
    'select',
    <PartnersPage key="s" />,
    { route: '/syndicate', address: '/syndicate' },
    () => page.getByRole('link', { name: /^Cargo, 9101/ }),
  ],
  [
    'one class',
    <PartnersPage key="o" />,
    { route: '/syndicate', address: '/syndicate?cob=flood' },
    row('9120 Cormorant'),
  ],
  ['classes', <ClassesPage key="c" />, { route: classes, address: '/syndicate/9101/bucket' }, row('Flood')],
  ['active', <BucketPage key="a" />, { route: ROUTE, address: AT }, () => page.getByText('Dial 5', { exact: true })],
  [
    'draft',
    <BucketDraftPage key="d" />,
    { route: `${ROUTE}/draft`, address: `${AT}/draft` },
    () => page.getByText('+40%'),
  ],
];

test.each(cases.flatMap((each) => (['light', 'dark'] as const).map((scheme) => ({ each, scheme, name: each[0] }))))(
  '[X1] axe finds nothing on the page, $name, $scheme',
  async ({ each: [, element, at, shown], scheme }) => {
    await page.viewport(1440, 900);
    const select = at.route === '/syndicate' || at.route === classes;
    const { api } = select ? fakeSelectPages() : fakeBucketPages(bucket);
    const permissions = ['bucket:view', 'bucket:edit', 'review:view', 'dials:view', 'dials:create'];
    await renderPage(element, { api, ...at, permissions });
    document.documentElement.dataset['mantineColorScheme'] = scheme;
    await expect.element(shown()).toBeVisible();
    // The test page has no title and no landmarks of the shell; those are the journeys' business.
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect(found).toEqual([]);
  },
);
