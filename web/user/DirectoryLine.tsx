import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { PeopleDirectory } from '#contract/user.ts';

/** Says where people are managed, if not here. */
export function DirectoryLine({ directory: { kind, change_at } }: Readonly<{ directory: PeopleDirectory }>) {
  if (kind === 'embedded') return null;
  return (
    <p className="ls-row ls-top ls-break ls-ink-2 ls-below-14">
      <IconInfo size={16} className="ls-ink-4" aria-hidden />
      <span>
        People and permissions are kept by the identity provider and can only be read here.{' '}
        {change_at !== null && (
          <>
            Change them at{' '}
            {isWebAddress(change_at) ? (
              <a href={change_at} target="_blank" rel="noreferrer" className="ls-link">
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

/** The setting may be a plain name; only these two protocols are safe to link. */
const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text);
