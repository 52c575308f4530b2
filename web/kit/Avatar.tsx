import { createContext, use } from 'react';
import { initials } from '#domain/user/person.ts';
import classes from './Avatar.module.css';

/** The names of a list: equal initials get one more letter. */
export const AvatarNames = createContext<readonly string[]>([]);

/** Initials in a circle. The name always stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, size = 28 }: Readonly<{ name: string; size?: 22 | 28 }>) {
  const letters = initials(name, use(AvatarNames));
  return (
    <span
      aria-hidden
      className={`ls-fixed ${classes.avatar}`}
      data-size={size}
      data-long={letters.length > 2 || undefined}
    >
      {letters}
    </span>
  );
}
