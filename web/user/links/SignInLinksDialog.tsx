import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { formatMoment } from '#web/kit/format.ts';
import type { SignInLink } from './links.query.ts';
import classes from './SignInLinksDialog.module.css';

type SignInLinksDialogProps = Readonly<{
  /** Newest first: those that are unread, then earlier ones. */
  links: readonly SignInLink[];
  unread: number;
  confirming: boolean;
  failure: string | undefined;
  onConfirm: () => void;
}>;

export function SignInLinksDialog({ links, unread, confirming, failure, onConfirm }: SignInLinksDialogProps) {
  const [now] = useState(() => new Date());
  return (
    <Modal
      opened
      onClose={onConfirm}
      title={unread === 1 ? 'A link to set your password was made' : `${unread} links to set your password were made`}
      size={480}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ header: `${classes.head}`, body: `${classes.body}` }}
    >
      <p className={classes.text}>
        Whoever has such a link can sign in as you. If you do not know of it, tell an administrator other than the one
        named here.
      </p>
      <ul className={classes.list} aria-label="Links">
        {links.map((link, index) => (
          <li key={link.at} className={classes.link} data-unread={index < unread || undefined}>
            <span className={classes.who}>
              {link.by === null ? 'Made at the command line' : `Made by ${link.by.name}`}
            </span>
            <span className={classes.state}>{link.used ? 'used' : 'not used'}</span>
            <time className={classes.when} dateTime={link.at}>
              {formatMoment(new Date(link.at), now)}
            </time>
          </li>
        ))}
      </ul>
      {failure !== undefined && (
        <p role="alert" className={classes.refusal}>
          {failure}
        </p>
      )}
      <div className={classes.buttons}>
        <Button loading={confirming} onClick={onConfirm} data-autofocus>
          I have read this
        </Button>
      </div>
    </Modal>
  );
}
