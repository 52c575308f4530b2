import { useMemo } from 'react';
import { ADMIN_TABS, addressOf } from '#web/admin/adminTabs.ts';
import { Palette } from '#web/palette/Palette.tsx';
import type { PalettePage } from '#web/palette/useItems.ts';

type ShellPaletteProps = Readonly<{
  opened: boolean;
  /** The pages that the person may open. */
  areas: readonly Readonly<{ label: string; to: string; letter: string }>[];
  onClose: () => void;
  onShowKeys: () => void;
}>;

/** The palette with the product's pages: its areas, and the tabs of the administration. */
export function ShellPalette({ areas, ...palette }: ShellPaletteProps) {
  const pages = useMemo((): readonly PalettePage[] => {
    const isAdmin = areas.some(({ to }) => to === addressOf('appetites'));
    return [
      ...areas.map(({ label, to, letter }) => ({ label, to, keys: `g ${letter}`, icon: ICONS[letter] ?? 'page' })),
      ...(isAdmin ? ADMIN_TABS : []).map(({ value, label }): PalettePage => ({
        label: `Admin: ${label}`,
        to: addressOf(value),
        icon: 'admin',
      })),
    ];
  }, [areas]);
  return <Palette {...palette} pages={pages} />;
}

const ICONS: Readonly<Record<string, PalettePage['icon']>> = {
  h: 'home',
  d: 'dial',
  b: 'bucket',
  u: 'person',
  a: 'admin',
};
