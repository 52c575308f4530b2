import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo } from 'react';
import { useTabHeader } from '#web/frame/tabHeader.ts';

const NEEDS = { scope: 'admin', action: 'create' } as const;

/** Puts the button that opens a tab's dialog into the page's header. */
export function useAddAction(
  label: string,
  setAdding: (adding: boolean) => void,
  variant: 'filled' | 'default' = 'filled',
): void {
  const header = useMemo(() => {
    const icon = <IconPlus size={15} aria-hidden />;
    return { actions: [{ label, variant, icon, onClick: () => setAdding(true), needs: NEEDS }] };
  }, [label, variant, setAdding]);
  useTabHeader(header);
}
