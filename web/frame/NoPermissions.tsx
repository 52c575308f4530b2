import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import { useApi } from '#web/api/client.tsx';
import { Logo } from '#web/kit/Logo.tsx';
import classes from './NoPermissions.module.css';

/** One sentence on two lines, and whom to ask. */
export function NoPermissions() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['access contacts'],
    queryFn: ({ signal }) => api.getAccessContacts(undefined, { signal }),
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

type Contacts = Answer<ApiContract['getAccessContacts']>;

function WhomToAsk({ text, people }: Contacts) {
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
