import { useEffect } from 'react';
import { fieldId, useEditor } from './editor.ts';

/** Brings the asked-for field into view and gives it the focus, once this step shows it. */
export function useRevealed(): void {
  const { revealed } = useEditor();
  useEffect(() => {
    if (revealed === undefined) return;
    const field = document.getElementById(fieldId(revealed.path));
    const target = field?.matches('input, textarea, button')
      ? field
      : field?.querySelector<HTMLElement>('input, button');
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [revealed]);
}
