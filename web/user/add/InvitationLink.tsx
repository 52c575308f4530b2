import { Button, TextInput } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Invitation } from '#contract/user.ts';
import { formatMoment } from '#web/kit/format.ts';
import classes from './InvitationLink.module.css';

type InvitationLinkProps = Readonly<{
  name: string;
  invitation: Invitation;
  onDone: () => void;
  /** Beside Done. */
  more?: ReactNode;
}>;
type ShownLinkProps = InvitationLinkProps & Readonly<{ link: string }>;

/** What became of a one-time link: it is shown here, or it went to the mailbox of the person. */
export function InvitationLink(props: InvitationLinkProps) {
  const { link } = props.invitation;
  return link === null ? <SentLink {...props} /> : <ShownLink {...props} link={link} />;
}

/** Only its hash is kept: whoever closes this without copying makes a new one. */
function ShownLink({ name, invitation, link, onDone, more }: ShownLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean>();
  const [now] = useState(() => new Date());
  // What had the focus is gone: the link takes it over, selected.
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <p className={classes.text}>
        Give this link to {name}: it sets their password, works once, and is shown only now.
      </p>
      <div className={classes.row}>
        <TextInput
          ref={field}
          aria-label="One-time link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className={classes.field ?? ''}
        />
        <Button
          variant="default"
          leftSection={copied === true ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied === true ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className={classes.quiet} role="status">
        {copied === false && 'The browser did not allow copying: the link is selected, so copy it by hand. '}
        Works until {formatMoment(new Date(invitation.expires_at), now)}.
      </p>
      <div className={classes.buttons}>
        {more}
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  );
}

function SentLink({ name, invitation: { delivery, email, expires_at }, onDone, more }: InvitationLinkProps) {
  const done = useRef<HTMLButtonElement>(null);
  const [now] = useState(() => new Date());
  // What had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      {delivery === 'sent' ? (
        <p className={classes.text}>
          A one-time link to set a password was sent to <b>{email}</b>. It works until{' '}
          {formatMoment(new Date(expires_at), now)}.
        </p>
      ) : (
        <p className={classes.text} role="alert">
          The link could not be sent to <b>{email}</b>, and no longer works. Open {name} and choose Invite again to send
          another.
        </p>
      )}
      <div className={classes.buttons}>
        {more}
        <Button ref={done} onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}
