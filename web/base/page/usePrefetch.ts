import { createContext, use, useCallback, useEffect, useRef } from 'react';
import { resolvePath, useLocation, type Path, type To } from 'react-router';

const AFTER_MS = 100;

/** Prefetches the code of the page at a URL. The application provides it, as only it knows every page. */
export const PrefetchContext = createContext<(to: Path) => void>(() => undefined);

/** Prefetches a page's code when its link was hovered or focused for a moment. */
export function usePrefetch(to: To) {
  const prefetch = use(PrefetchContext);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { pathname } = useLocation();
  const cancel = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => cancel, [cancel]);
  const start = () => {
    cancel();
    timer.current = setTimeout(() => prefetch(resolvePath(to, pathname)), AFTER_MS);
  };
  return { onMouseEnter: start, onFocus: start, onMouseLeave: cancel, onBlur: cancel };
}
