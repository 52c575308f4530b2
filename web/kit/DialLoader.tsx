import type { HTMLAttributes, RefAttributes } from 'react';
import { Logo } from './Logo.tsx';
import classes from './DialLoader.module.css';

type DialLoaderProps = HTMLAttributes<HTMLSpanElement> & RefAttributes<HTMLSpanElement>;

/** The kit's loader of type `dial`. It has no text of its own: the button around it keeps its name. */
export function DialLoader({ className = '', style, ref }: DialLoaderProps) {
  return (
    <span ref={ref} className={`${className} ${classes.loader}`} style={style}>
      <Logo className={`ls-wide ${classes.dial}`} turning />
    </span>
  );
}
