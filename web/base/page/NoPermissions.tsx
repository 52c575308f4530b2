import { Fragment } from 'react';
import type { MyAccess } from '#contract/user.ts';
import { Logo } from '#web/kit/Logo.tsx';
import { needsSignIn } from '#web/base/api/describeError.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { useSession } from '#web/base/session/session.tsx';
import { type FailedQuery, FetchError } from './FetchError.tsx';
import classes from './NoPermissions.module.css';

/** That there is nothing, and whom to ask. Only the server can say that somebody has no permissions. */
export function NoPermissions() {
  const query = useApiQuery('getMyAccess', {});
  const { data } = query;
  if (data === undefined || needsSignIn(query.error)) return <UnknownAccess query={query} />;
  return (
    <div className={`ls-card ls-grid ls-gap-12 ${classes.none}`}>
      <Logo size={34} />
      <p className="ls-bold">Nothing to see here. Please request permissions to get started.</p>
      <WhomToAsk {...data} />
    </div>
  );
}

/** While the server has not confirmed who this is: nothing, then why. */
export function UnknownAccess({ query }: Readonly<{ query: FailedQuery }>) {
  const { signIn } = useSession();
  if (!needsSignIn(query.error)) return <FetchError query={query} />;
  return (
    <ErrorState
      title="Your sign-in is not accepted"
      detail="Sign in again. If that does not help, tell an administrator: the log of the server says why, and what to set."
      onRetry={signIn}
      retryLabel="Sign in again"
    />
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
