import IconExport from '@tabler/icons-react/dist/esm/icons/IconFileExport.mjs';
import IconImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { useApi } from '#web/base/api/client.tsx';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import type { AppPageProps } from '#web/base/page/AppPage.tsx';
import { later } from '#web/base/page/later.tsx';
import { plural } from '#web/kit/plural.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { useSession } from '#web/base/session/session.tsx';

const SheetDrop = later(async () => (await import('./SheetDrop.tsx')).SheetDrop);

export const SheetDropLater = ({ bucket }: Readonly<{ bucket: Bucket }>) => (
  <Suspense>
    <SheetDrop bucket={bucket} />
  </Suspense>
);

type SheetMenuInput = Readonly<{
  bucket: Bucket;
  source: 'live' | 'draft';
  /** Changes on the page that the sheet does not have. */
  unsaved?: number;
}>;

/** The bucket as a sheet of Excel, there and back. */
export function useSheetMenu({ bucket, source, unsaved = 0 }: SheetMenuInput): NonNullable<AppPageProps['menu']> {
  const api = useApi();
  const queries = useQueryClient();
  const { person } = useSession();

  const exportSheet = async () => {
    try {
      const { exportBucketSheet } = await import('./bucketSheet.ts');
      await exportBucketSheet({ api, queries }, { bucket, source, by: person.name });
      notifySuccess(unsaved === 0 ? 'Sheet exported' : `Sheet exported without ${plural(unsaved, 'unsaved change')}`);
    } catch {
      notifyError('Failed to export the sheet');
    }
  };

  return [
    { label: 'Export a sheet', icon: <IconExport size={16} aria-hidden />, onClick: () => void exportSheet() },
    {
      label: 'Import a sheet',
      icon: <IconImport size={16} aria-hidden />,
      to: bucketAddress(addressOf(bucket), 'import'),
      needs: { scope: 'bucket', action: 'edit' },
      ...(!bucket.abilities.edit && { disabled: true, disabledReason: 'In review' }),
    },
  ];
}
