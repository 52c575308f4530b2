import classes from './KeyHint.module.css';

/** A key, shown where it is used. */
export function KeyHint({ children }: Readonly<{ children: string }>) {
  return <kbd className={`ls-sunken ls-ink-3 ${classes.key}`}>{children}</kbd>;
}
