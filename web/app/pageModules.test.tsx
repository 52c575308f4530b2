import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { pageHandle } from '#web/base/page/page.ts';
import { PAGE_MODULES } from './pageModules.ts';
import { routes } from './routes.tsx';

type Page = readonly [path: string, load: string];

/** Each URL with a page of its own, and its loader. */
function pagesOf(list: readonly RouteObject[], above = '', around = ''): Page[] {
  return list.flatMap((route): Page[] => {
    const path = [above, route.path].filter(Boolean).join('/').replace(/^\/*/, '/');
    const load = pageHandle(route.handle)?.prefetch.toString() ?? around;
    const below = pagesOf(route.children ?? [], path, load);
    return route.children || pageHandle(route.handle) === undefined ? below : [[path, load]];
  });
}

test('every page is listed with its module, for the server to preload', () => {
  const pages = new Map(pagesOf(routes));
  expect([...pages.keys()].toSorted()).toEqual(Object.keys(PAGE_MODULES).toSorted());
  for (const [path, module] of Object.entries(PAGE_MODULES))
    expect(pages.get(path), path).toContain(module === 'dial/DialEditPage.tsx' ? 'dialEdit' : module);
});
