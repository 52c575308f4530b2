import { createContext, use } from 'react';
import { initials } from '#domain/user/person.ts';
import classes from './Avatar.module.css';

/** The names of a list: where two would have the same letters, they get one more. */
export const AvatarNames = createContext<readonly string[]>([]);

/** Letters in a circle. The name always stands beside it, so it is decoration to a screen reader. */
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
