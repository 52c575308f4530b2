import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { MyAccess } from '#contract/user.ts';
import { useApi } from '#web/api/client.tsx';
import { Logo } from '#web/kit/Logo.tsx';
import classes from './NoPermissions.module.css';

/** One sentence on two lines, and whom to ask. */
export function NoPermissions() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['my access'],
    queryFn: ({ signal }) => api.getMyAccess(undefined, { signal }),
  });
  return (
    <div className={`ls-card ls-grid ls-gap-12 ${classes.none}`}>
      <Logo size={34} />
      <p className="ls-ink-3">
        <strong className="ls-block ls-bold ls-ink">Nothing to see here.</strong>{' '}
        <span>Please request permissions to get started.</span>
      </p>
      {data !== undefined && <WhomToAsk {...data} />}
    </div>
  );
}

function WhomToAsk({ text, people }: MyAccess) {
  if (text !== null) return <p className="ls-ink-2">{text}</p>;
  if (people.length === 0) return null;
  return (
    <p className="ls-ink-2">
      Ask{' '}
      {people.map(({ name, email }, index) => (
        <Fragment key={email}>
          {index > 0 && (index === people.length - 1 ? ' or ' : ', ')}
          <a href={`mailto:${email}`} className="ls-link">
            {name}
          </a>
        </Fragment>
      ))}
      .
    </p>
  );
}
