import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { useFileDrop } from '#web/kit/useFileDrop.ts';
import { useMay } from '#web/base/session/session.tsx';
import classes from './SheetDrop.module.css';

type DroppedState = Readonly<{ sheet: File }> | null;

/** A file that was dropped on another page of the bucket. */
export function useDroppedSheet(): File | undefined {
  const state = useLocation().state as DroppedState;
  return state?.sheet instanceof File ? state.sheet : undefined;
}

/** A sheet dropped on a page of its bucket opens Import a sheet. */
export function SheetDrop({ bucket }: Readonly<{ bucket: Bucket }>) {
  const may = useMay();
  const navigate = useNavigate();
  const { partner, cob } = addressOf(bucket);
  const open = useCallback(
    (sheet: File) => void navigate(bucketAddress({ partner, cob }, 'import'), { state: { sheet } }),
    [navigate, partner, cob],
  );
  const isOver = useFileDrop(bucket.abilities.edit && may({ scope: 'bucket', action: 'edit' }), open);
  return (
    isOver && (
      <div className={`ls-center ${classes.over}`}>
        <p className={`ls-title ls-card ${classes.label}`}>Drop the sheet to import it</p>
      </div>
    )
  );
}
