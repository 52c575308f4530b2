import { useEffect } from 'react';
import { usePageName } from './BackHistoryProvider.tsx';

/** The tab says where one is. */
export function useDocumentTitle(): void {
  const name = usePageName();
  useEffect(() => {
    document.title = `${name} · Lineslip`;
  }, [name]);
}
