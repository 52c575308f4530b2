import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTabHeader } from '#web/frame/tabHeader.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useMay } from '#web/session/session.tsx';

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

/** An address with `open` opens the dialogue of its tab, each time that one goes there: `/admin?open=`. */
export function useOpenByAddress(open: () => void): void {
  const [params] = useSearchParams();
  const { key } = useLocation();
  // The same address gone to again is another visit.
  const visit = useMay()(NEEDS) && params.has('open') ? key : undefined;
  const latest = useLatest(open);
  useEffect(() => {
    if (visit !== undefined) latest.current();
  }, [visit, latest]);
}
