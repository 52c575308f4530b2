import { useEffect } from 'react';
import { useNavigate } from 'react-router';

const WITHIN_MS = 1200;
type Target = Readonly<{ letter: string; to: string }>;

/** `g`, then an area's letter, goes there. `/` goes to the page's search. Not while typing. */
export function useAreaKeys(areas: readonly Target[], enabled: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!enabled) return;
    let startedAt = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('main input[type="search"]');
        if (search) event.preventDefault();
        search?.focus();
        return;
      }
      const area = event.timeStamp - startedAt < WITHIN_MS && areas.find(({ letter }) => letter === event.key);
      startedAt = event.key === 'g' ? event.timeStamp : -Infinity;
      if (area) void navigate(area.to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areas, enabled, navigate]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]') !== null
  );
}
