import { lazy, Suspense, useState } from 'react';
import { loadPage } from '#web/frame/loadPage.ts';

const ImportDialog = lazy(async () => {
  const { ImportDialog: dialog } = await loadPage(() => import('./ImportDialog.tsx'));
  return { default: dialog };
});

/** Its code is fetched when it is first asked for. */
export function ImportDialogLater({ opened, onClose }: Readonly<{ opened: boolean; onClose: () => void }>) {
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <ImportDialog opened={opened} onClose={onClose} />
    </Suspense>
  );
}
