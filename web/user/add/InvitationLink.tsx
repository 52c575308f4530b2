import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Invitation } from '#contract/user.ts';
import { CopyField } from '#web/kit/CopyField.tsx';
import { Time } from '#web/kit/Time.tsx';

type InvitationLinkProps = Readonly<{
  name: string;
  invitation: Invitation;
  onDone: () => void;
  /** Beside Done. */
  more?: ReactNode;
}>;
type ShownLinkProps = InvitationLinkProps & Readonly<{ link: string }>;

/** A one-time link: shown here, or sent to the person's mailbox. */
export function InvitationLink(props: InvitationLinkProps) {
  const { link } = props.invitation;
  return link === null ? <LinkSentMessage {...props} /> : <ShownLink {...props} link={link} />;
}

/** Only its hash is stored: closing this without copying means creating a new one. */
function ShownLink({ name, invitation, link, onDone, more }: ShownLinkProps) {
  return (
    <>
      <p className="ls-ink-2">Give this link to {name}: it sets their password, works once, and is shown only now.</p>
      <CopyField
        label="One-time link"
        value={link}
        note={
          <>
            Works until <Time moment={invitation.expires_at} />.
          </>
        }
      />
      <div className="ls-dialog-foot">
        {more}
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  );
}

function LinkSentMessage({ name, invitation: { delivery, email, expires_at }, onDone, more }: InvitationLinkProps) {
  return (
    <>
      {delivery === 'sent' ? (
        <p className="ls-ink-2">
          A one-time link to set a password was sent to <b>{email}</b>. It works until <Time moment={expires_at} />.
        </p>
      ) : (
        <p className="ls-ink-2" role="alert">
          The link could not be sent to <b>{email}</b>, and no longer works. Open {name} and choose Invite again to send
          another.
        </p>
      )}
      <div className="ls-dialog-foot">
        {more}
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </div>
    </>
  );
}
