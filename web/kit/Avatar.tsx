import { initials } from '#domain/user/person.ts';
import classes from './Avatar.module.css';

/** Two letters in a circle. The name always stands beside it, so it is decoration to a screen reader. */
export function Avatar({ name, size = 28 }: Readonly<{ name: string; size?: 22 | 28 }>) {
  return (
    <span aria-hidden className={`ls-fixed ${classes.avatar}`} data-size={size}>
      {initials(name)}
    </span>
  );
}
