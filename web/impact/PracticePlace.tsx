import { Card } from '#web/kit/Card.tsx';
import classes from './PracticeCard.module.css';

type PracticePlaceProps = Readonly<{
  /** Its version follows another one, so that there is something to compare. */
  hasOutcome?: boolean;
}>;

/** The place of the card while it loads. */
export const PracticePlace = ({ hasOutcome = true }: PracticePlaceProps) => (
  <div className="ls-below-16">
    <Card title="In practice" padded={false} aside={<div className={classes.control} />}>
      <div className={classes.body}>
        <div className={classes.half} />
        {hasOutcome && <div className={classes.outcome} />}
      </div>
    </Card>
  </div>
);
