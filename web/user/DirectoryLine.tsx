import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { PeopleDirectory } from '#contract/user.ts';
import classes from './DirectoryLine.module.css';

/** Where people are kept elsewhere, the page says where: nothing can be changed here. */
export function DirectoryLine({ directory: { kind, change_at } }: Readonly<{ directory: PeopleDirectory }>) {
  if (kind === 'embedded') return null;
  return (
    <p className={classes.line}>
      <IconInfo size={16} aria-hidden />
      <span>
        People and permissions are kept by the identity provider and can only be read here.{' '}
        {change_at !== null && (
          <>
            Change them at{' '}
            {isWebAddress(change_at) ? (
              <a href={change_at} target="_blank" rel="noreferrer">
                {change_at}
              </a>
            ) : (
              <b>{change_at}</b>
            )}
            .
          </>
        )}
      </span>
    </p>
  );
}

/** It is a setting, so it may be a name as well; and only these two are safe to follow. */
const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text);
