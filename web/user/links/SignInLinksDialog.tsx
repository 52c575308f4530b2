import { Button } from '@mantine/core';
import { useChange } from '#web/base/page/useChange.ts';
import { DialogFrame, Refusal } from '#web/kit/Dialog.tsx';
import { Time } from '#web/kit/Time.tsx';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import { agree } from '#web/kit/plural.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './SignInLinksDialog.module.css';

type SignInLinksDialogProps = Readonly<{
  /** Newest first: unread ones, then earlier ones. */
  links: ApiAnswer<'listMyLinks'>['items'];
  unread: number;
  /** Marks them as read. */
  confirm: () => Promise<void>;
}>;

export function SignInLinksDialog({ links, unread, confirm }: SignInLinksDialogProps) {
  const { run, busy, failure } = useChange({ send: confirm, failed: 'Failed to mark the links as read' });
  const now = useNow();
  return (
    <DialogFrame
      onClose={() => void run()}
      title={agree(unread, 'A link to set your password was made', `${unread} links to set your password were made`)}
      size={480}
      hasButtons
      closesOutside={false}
      closesOnEscape={false}
    >
      <p className="ls-ink-2">
        Whoever has such a link can sign in as you. If you do not know of it, tell an administrator other than the one
        named here.
      </p>
      <ul className="ls-list ls-rule ls-above-14" aria-label="Links">
        {links.map((link, index) => (
          <li key={link.at} className={`ls-rule-below ${classes.link}`}>
            <span className={index < unread ? 'ls-break ls-bold' : 'ls-break'}>
              {link.by === null ? 'Made at the command line' : `Made by ${link.by.name}`}
            </span>
            <span className="ls-small ls-ink-3">{link.used ? 'used' : 'not used'}</span>
            <Time moment={link.at} now={now} className="ls-small ls-ink-3" />
          </li>
        ))}
      </ul>
      <Refusal failure={failure} className="ls-above-12" />
      <div className="ls-dialog-foot">
        <Button loading={busy} onClick={() => void run()} data-autofocus>
          I have read this
        </Button>
      </div>
    </DialogFrame>
  );
}
