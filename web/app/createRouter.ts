import { createBrowserRouter, matchRoutes, type Path } from 'react-router';
import { setReloadTarget } from '#web/frame/loadPage.ts';
import { pageHandle } from '#web/frame/page.ts';
import { routes } from './routes.tsx';

export function createRouter() {
  const router = createBrowserRouter(routes);
  setReloadTarget(() => {
    const going = router.state.navigation.location;
    return going ? going.pathname + going.search + going.hash : window.location.href;
  });
  return router;
}

/** A failure waits for the click, which knows how to deal with it. */
export function prefetchPage(to: Path): void {
  const matches = matchRoutes(routes, to) ?? [];
  const fetches = matches.flatMap(({ route }) => pageHandle(route.handle)?.prefetch() ?? []);
  void Promise.allSettled(fetches);
}
