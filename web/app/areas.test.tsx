import { isValidElement } from 'react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { AREAS } from './Shell.tsx';
import { isWideOnly } from '#web/base/page/useFits.ts';
import { WideOnly } from '#web/base/page/WideOnly.tsx';
import { routes } from './routes.tsx';

const REDIRECTS: ReadonlySet<string> = new Set(['/auth/callback', '/*']);

const pathsOf = (list: readonly RouteObject[], parent = ''): string[] =>
  list.flatMap(({ path, children, index }) => {
    const whole = path === undefined || path === '/' ? parent : `${parent}/${path}`;
    return [...(children ? pathsOf(children, whole) : []), ...(children && !index ? [] : [whole || '/'])];
  });

test('every page belongs to one area of the navigation', () => {
  const isIn = (path: string, area: string, end = false) => (end ? path === area : `${path}/`.startsWith(`${area}/`));
  const places = pathsOf(routes)
    .filter((path) => !REDIRECTS.has(path))
    .map((path) => ({
      path,
      areas: AREAS.filter(({ to, end, also = [] }) => isIn(path, to, end) || also.some((one) => isIn(path, one)))
        .length,
    }));
  expect(places.length).toBeGreaterThan(AREAS.length);
  expect(places.filter(({ areas }) => areas !== 1)).toEqual([]);
});

test('the pages that a phone does not offer are those that it does not show', () => {
  const wrapped = (list: readonly RouteObject[]): RouteObject[] =>
    list.flatMap((route) => {
      const { element, children = [] } = route;
      const isWrapper = isValidElement(element) && element.type === WideOnly;
      return isWrapper ? [route] : wrapped(children).map((child) => ({ ...route, index: false, children: [child] }));
    });
  const isSame = (path: string) => isWideOnly(path.replaceAll(/:\w+/g, 'x').replace('*', 'x'));
  const wide = new Set(pathsOf(wrapped(routes)));
  expect(wide.size).toBeGreaterThan(5);
  expect(pathsOf(routes).filter((path) => isSame(path) !== wide.has(path))).toEqual([]);
});
