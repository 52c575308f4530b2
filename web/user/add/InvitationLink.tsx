import { Button, TextInput } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { type ReactNode, useState } from 'react';
import type { Invitation } from '#contract/user.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';
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
  // The focused element is gone: select and focus the link.
  const field = useFocusAtFirst<HTMLInputElement>();
  const [copied, setCopied] = useState<boolean>();
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
      <p className="ls-ink-2">Give this link to {name}: it sets their password, works once, and is shown only now.</p>
      <div className="ls-row ls-above-14">
        <TextInput
          ref={field}
          aria-label="One-time link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="ls-grow"
        />
        <Button
          variant="default"
          leftSection={copied === true ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied === true ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="ls-small ls-ink-3 ls-above-8" role="status">
        {copied === false && 'The browser did not allow copying: the link is selected, so copy it by hand. '}
        Works until <Time moment={invitation.expires_at} />.
      </p>
      <div className="ls-dialog-foot">
        {more}
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  );
}

function LinkSentMessage({ name, invitation: { delivery, email, expires_at }, onDone, more }: InvitationLinkProps) {
  const done = useFocusAtFirst<HTMLButtonElement>();
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
        <Button ref={done} onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}
