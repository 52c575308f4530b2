import IconCreate from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconReview from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import IconStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import type { ReactNode } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { useTryAction } from '#web/risk/TryFrame.tsx';
import type { AppPageProps } from '#web/base/page/AppPage.tsx';
import { discardLabel, useDiscardReview } from '#web/bucket/DiscardReview.tsx';
import { bucketAddress, addressOf, bucketName } from '#web/bucket/address.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { SheetDropLater, useSheetMenu } from '#web/sheet/useSheetMenu.tsx';
import { StopDialog } from '#web/review/StopDialog.tsx';

type BucketActions = Required<Pick<AppPageProps, 'actions' | 'menu'>> & Readonly<{ dialog: ReactNode }>;

/** The actions on the bucket, by the abilities the server grants. */
export function useBucketActions(bucket: Bucket, page: 'active' | 'draft', mayVote = false): BucketActions {
  const { abilities, draft } = bucket;
  const { number } = bucket.partner;
  const address = addressOf(bucket);
  const discard = useDiscardReview(bucket);
  const stop = useDialog((close) => (
    <StopDialog
      scope={{ kind: 'buckets', buckets: [address] }}
      count={1}
      question={`Stop ${bucketName(bucket)}?`}
      onClose={close}
    />
  ));
  const reviewable = abilities.review && page === 'active';
  return {
    actions: [
      {
        label: `View ${number}’s own bucket`,
        to: bucketAddress(address),
        variant: 'subtle',
        hidden: page === 'active',
      },
      {
        label: 'View draft',
        to: bucketAddress(address, 'draft'),
        variant: 'subtle',
        // Review Bucket links there, too.
        hidden: page === 'draft' || draft === null || reviewable,
      },
      { ...useTryAction(), hidden: page === 'draft' && draft === null },
      {
        label: discardLabel(bucket),
        onClick: discard,
        variant: 'default',
        hidden: !abilities.discard_review,
      },
      {
        label: 'Edit Bucket',
        to: bucketAddress(address, 'edit'),
        variant: 'filled',
        icon: <IconEdit size={15} aria-hidden />,
        hidden: !abilities.edit,
      },
      {
        label: 'Review Bucket',
        to: bucketAddress(address, 'draft'),
        // For someone who cannot vote it is not the primary action.
        variant: mayVote ? 'filled' : 'default',
        icon: <IconReview size={15} aria-hidden />,
        hidden: !reviewable,
      },
    ],
    menu: [
      {
        label: 'Create Dial',
        to: '/dial',
        icon: <IconCreate size={16} aria-hidden />,
        needs: { scope: 'dials', action: 'create' },
      },
      ...useSheetMenu({ bucket, source: page === 'active' ? 'live' : 'draft' }),
      {
        label: 'Stop bucket',
        icon: <IconStop size={16} aria-hidden />,
        onClick: stop,
        danger: true,
        hidden: !abilities.stop,
      },
    ],
    dialog: <SheetDropLater bucket={bucket} />,
  };
}
