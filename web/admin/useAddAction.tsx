import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type TabHeader, useTabHeader } from '#web/base/page/tabHeader.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useMay } from '#web/base/session/session.tsx';

const NO_MENU: NonNullable<TabHeader['menu']> = [];
const NEEDS = { scope: 'admin', action: 'create' } as const;

/** Puts the button that opens a tab's dialog, and a menu, into the page's header. `menu` must be stable. */
export function useAddAction(
  label: string,
  open: () => void,
  variant: 'filled' | 'default' = 'filled',
  menu: TabHeader['menu'] = NO_MENU,
): void {
  const header = useMemo(() => {
    const icon = <IconPlus size={15} aria-hidden />;
    return { actions: [{ label, variant, icon, onClick: () => open(), needs: NEEDS }], menu };
  }, [label, variant, open, menu]);
  useTabHeader(header);
}

/** A URL with `open` opens the tab's dialog on every navigation: `/admin?open=`. */
export function useOpenByAddress(open: () => void): void {
  const [params] = useSearchParams();
  const { key } = useLocation();
  // Navigating to the same URL again is another visit.
  const visit = useMay()(NEEDS) && params.has('open') ? key : undefined;
  const latest = useLatest(open);
  useEffect(() => {
    if (visit !== undefined) latest.current();
  }, [visit, latest]);
}
