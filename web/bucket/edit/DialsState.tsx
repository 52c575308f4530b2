import type { ReactNode } from 'react';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import type { Editing } from '#web/bucket/draft/useEditing.ts';
import classes from './SaveProblem.module.css';

type DialsStateProps = Readonly<{ dials: Editing['dials']; children: ReactNode }>;

/** What the dials say may come later than the bucket, or not at all; the rest of the page works all the same. */
export function DialsState({ dials, children }: DialsStateProps) {
  if (dials.isLoading)
    return (
      <Card>
        <Skeleton lines={10} />
      </Card>
    );
  return (
    <>
      {dials.error !== null && (
        <div className={classes.problem}>
          <FetchError title="Failed to fetch dial metadata" query={dials} />
        </div>
      )}
      {(dials.error === null || dials.data !== undefined) && children}
    </>
  );
}
