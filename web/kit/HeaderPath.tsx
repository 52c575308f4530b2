import IconStep from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { Fragment } from 'react';
import { useLink } from './link.tsx';
import classes from './PageHeader.module.css';

export type PathStep = Readonly<{ label: string; to?: string }>;

export function HeaderPath({ path }: Readonly<{ path: string | readonly PathStep[] }>) {
  const Link = useLink();
  if (typeof path === 'string') return <p className={`ls-row ls-small ls-wrap ls-ink-3 ${classes.path}`}>{path}</p>;
  return (
    <p className={`ls-row ls-small ls-wrap ls-ink-3 ${classes.path}`}>
      {path.map(({ label, to }, index) => (
        <Fragment key={`${index} ${label}`}>
          {index > 0 && <IconStep size={12} stroke={1.75} aria-hidden />}
          {to === undefined ? (
            <span>{label}</span>
          ) : (
            <Link to={to} end className={classes.step}>
              {label}
            </Link>
          )}
        </Fragment>
      ))}
    </p>
  );
}
