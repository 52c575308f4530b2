import classes from './Skeleton.module.css';

const widths = ['78%', '60%', '68%', '84%', '54%'];

/** Bars in place of lines of text. Like the dial they stay away for 150 ms. */
export function Skeleton({ lines = 3 }: Readonly<{ lines?: number }>) {
  return (
    <div role="status" className={classes.skeleton}>
      <span className="ls-hidden">Loading...</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={classes.bar} style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}
