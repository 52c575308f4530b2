import { Card } from '#web/kit/Card.tsx';
import classes from './PracticeCard.module.css';

/** The place of the card while it loads. */
export const PracticePlace = () => (
  <div className="ls-below-16">
    <Card title="In practice" padded={false} aside={<div className={classes.control} />}>
      <div className={classes.half} />
    </Card>
  </div>
);
