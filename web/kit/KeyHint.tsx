import { writeKeys } from './stroke.ts';
import classes from './KeyHint.module.css';

/** A key, shown where it is used: "Enter", "mod+V". */
export function KeyHint({ children }: Readonly<{ children: string }>) {
  return <kbd className={`ls-sunken ls-ink-3 ${classes.key}`}>{writeKeys(children)}</kbd>;
}
