import { createContext, use, useEffect } from 'react';
import type { AppPageProps } from '#web/frame/AppPage.tsx';

/** What the shown tab puts into the page's header. The header itself stays, so that the tabs keep the focus. */
export type AdminHeader = Pick<AppPageProps, 'actions' | 'menu'>;

export const NO_HEADER: AdminHeader = {};
export const AdminHeaderContext = createContext<(header: AdminHeader) => void>(() => undefined);

/** `header` must stay the same object while it says the same. */
export function useAdminHeader(header: AdminHeader): void {
  const put = use(AdminHeaderContext);
  useEffect(() => {
    put(header);
    return () => put(NO_HEADER);
  }, [put, header]);
}
