import { Button } from '@mantine/core';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { userAddress } from '#web/user/query.ts';
import { InvitationLink } from './InvitationLink.tsx';
import type { Added } from './useAddPerson.ts';
import classes from './AddPerson.module.css';

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
          <p className="ls-ink-2">
            {user.given_name} can sign in now: the name stands on the sign-in page of this directory.
          </p>
          <div className="ls-dialog-foot">
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

/** The form that had the focus is gone. */
function DoneButton({ onDone }: Pick<AddedPersonProps, 'onDone'>) {
  return (
    <Button ref={useFocusAtFirst<HTMLButtonElement>()} onClick={onDone}>
      Done
    </Button>
  );
}
