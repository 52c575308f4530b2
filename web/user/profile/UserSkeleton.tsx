import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import classes from './UserDetails.module.css';

/** The shape of the page while the person is on the way; like every skeleton it stays away for 150 ms. */
export function UserSkeleton() {
  return (
    <div className="ls-appear">
      <p role="status" className="ls-hidden">
        Loading...
      </p>
      <div aria-hidden className={classes.layout}>
        <div className={classes.content}>
          <Card title="Permissions">
            <Skeleton lines={12} />
          </Card>
          <Card title="Recent activity">
            <Skeleton lines={5} />
          </Card>
        </div>
        <div className={classes.side}>
          <Card title="In plain words">
            <Skeleton lines={7} />
          </Card>
          <Card>
            <Skeleton lines={5} />
          </Card>
        </div>
      </div>
    </div>
  );
}
