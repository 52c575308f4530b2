import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import classes from './DialDetails.module.css';
import skeleton from './DetailsSkeleton.module.css';
import tiles from './ValueTiles.module.css';

/** The shape of the page while the dial is on its way; like every skeleton it stays away for 150 ms. */
export function DetailsSkeleton() {
  return (
    <div className={skeleton.late}>
      <p role="status" className="ls-hidden">
        Loading...
      </p>
      <div aria-hidden className={classes.layout}>
        <div className={classes.content}>
          <div className={tiles.tiles}>
            {VALUE_KEYS.map((key) => (
              <div key={key} className={tiles.tile}>
                <div className={`${tiles.label} ${skeleton.label}`}>{VALUES[key].label}</div>
                <Skeleton lines={2} />
              </div>
            ))}
          </div>
          <Card title="Applies when">
            <Skeleton lines={7} />
          </Card>
          <Card>
            <Skeleton lines={3} />
          </Card>
        </div>
        <div className={classes.side}>
          <Card>
            <Skeleton lines={3} />
          </Card>
          <Card title="Versions">
            <Skeleton lines={8} />
          </Card>
          <Card>
            <Skeleton lines={3} />
          </Card>
        </div>
      </div>
    </div>
  );
}
