import { lazy, Suspense, useState } from 'react';
import { loadPage } from '#web/frame/loadPage.ts';
import type { AddBucketsProps } from './AddBuckets.tsx';

const AddBuckets = lazy(async () => {
  const { AddBuckets: dialog } = await loadPage(() => import('./AddBuckets.tsx'));
  return { default: dialog };
});

/** Its code is fetched when it is first asked for. */
export function AddBucketsLater(props: AddBucketsProps) {
  const [wanted, setWanted] = useState(false);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <AddBuckets {...props} />
    </Suspense>
  );
}
