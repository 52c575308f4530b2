import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import classes from '#web/bucket/view/BucketView.module.css';

/** The shape of the page while the bucket is on its way; like every skeleton it stays away for 150 ms. */
export function BucketSkeleton() {
  return (
    <div className={classes.waiting}>
      <div className={classes.layout}>
        <Card title="Dials">
          <Skeleton lines={12} />
        </Card>
        <div aria-hidden>
          <Card title="History">
            <Skeleton lines={5} />
          </Card>
        </div>
      </div>
    </div>
  );
}
