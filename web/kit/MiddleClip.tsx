import { memo } from 'react';
import classes from './MiddleClip.module.css';

/** Enough of the end to tell apart names that begin alike. */
const END = 14;

/** A name on one line, truncated in the middle, before its last words. */
export const MiddleClip = memo(function MiddleClip(props: Readonly<{ text: string; className?: string }>) {
  const { text, className = '' } = props;
  const at = text.length > 2 * END ? text.indexOf(' ', text.length - END - 1) : -1;
  return (
    <span className={`${classes.name} ${className}`} title={text}>
      <span className="ls-clip">{at < 0 ? text : text.slice(0, at)}</span>
      {at >= 0 && <span className={classes.end}>{text.slice(at)}</span>}
    </span>
  );
});
