import { createContext, use, useEffect } from 'react';
import type { AppPageProps } from './AppPage.tsx';

/**
 * What the current tab puts into the page's header. The header itself stays mounted, so that the tabs keep the focus.
 */
export type TabHeader = Pick<AppPageProps, 'actions' | 'menu'>;

export const NO_HEADER: TabHeader = {};
export const TabHeaderContext = createContext<(header: TabHeader) => void>(() => undefined);

/** `header` must be a stable object. */
export function useTabHeader(header: TabHeader): void {
  const put = use(TabHeaderContext);
  useEffect(() => {
    put(header);
    return () => put(NO_HEADER);
  }, [put, header]);
}
