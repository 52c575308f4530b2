import classes from './Legend.module.css';

/** What the marks of the grid mean: beside the line about the cell, or at the foot where that has no room. */
export function Legend({ at }: Readonly<{ at: 'line' | 'foot' }>) {
  return (
    <span className={`ls-row ls-fixed ls-small ${classes.legend}`} data-at={at}>
      <span>
        <i className={classes.box} data-overridden />
        Override
      </span>
      <span>
        <i className={classes.box} />
        Dial’s own
      </span>
      <span>
        <b aria-hidden>·</b> Not set, a later dial decides
      </span>
    </span>
  );
}
