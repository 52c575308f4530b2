import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { PageLink } from '#web/frame/PageLink.tsx';
import { userAddress } from '#web/user/userAddress.ts';
import { InvitationLink } from './InvitationLink.tsx';
import type { Added } from './useAddPerson.ts';
import classes from './AddPerson.module.css';
import link from './InvitationLink.module.css';

type AddedPersonProps = Readonly<{ added: Added; onDone: () => void }>;

/** How the new person gets in: by the link, or at once. */
export function AddedPerson({ added: { user, invitation }, onDone }: AddedPersonProps) {
  const view = (
    <Button variant="default" component={PageLink} to={userAddress(user.id)}>
      View person
    </Button>
  );
  return (
    <div className={classes.added}>
      {invitation === null ? (
        <>
          <p className={link.text}>
            {user.given_name} can sign in now: the name stands on the sign-in page of this directory.
          </p>
          <div className={link.buttons}>
            {view}
            <DoneButton onDone={onDone} />
          </div>
        </>
      ) : (
        <InvitationLink name={user.name} invitation={invitation} onDone={onDone} more={view} />
      )}
    </div>
  );
}

/** The form with the focus is gone: the next step takes it over. */
function DoneButton({ onDone }: Pick<AddedPersonProps, 'onDone'>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onDone}>
      Done
    </Button>
  );
}
