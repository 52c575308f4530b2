import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { AREAS } from './Shell.tsx';
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
