import { Button, Textarea } from '@mantine/core';
import IconApprove from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconWaiting from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconBound from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconReject from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode, RefObject } from 'react';
import { type Choice, COMMENT_LIMIT, REFUSALS } from '#domain/review/round.ts';
import classes from './ReviewForm.module.css';
import panel from './ReviewPanel.module.css';

/** Parts shared by the forms of a single review and of a set. */

type CommentFieldProps = Readonly<{
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType: (text: string) => void;
  mayVote: boolean;
  /** A rejection without a comment. */
  missing: boolean;
  /** Whether it takes the focus in a dialog. */
  autofocus?: boolean;
}>;

export function CommentField({ field, text, onType, mayVote, missing, autofocus = false }: CommentFieldProps) {
  const label = mayVote ? 'Comment (required to reject)' : 'Comment';
  return (
    <Textarea
      ref={field}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
      maxLength={COMMENT_LIMIT}
      autosize
      minRows={2}
      maxRows={8}
      error={missing && REFUSALS['comment-missing']}
      {...(autofocus && { 'data-autofocus': true })}
    />
  );
}

type VoteButtonsProps = Readonly<{
  /** The vote being sent. */
  casting: Choice | undefined;
  /** The disabled choices. */
  isOff: (choice: Choice) => boolean;
  approveLabel: string;
  onCast: (choice: Choice) => void;
}>;

export function VoteButtons({ casting, isOff, approveLabel, onCast }: VoteButtonsProps) {
  const buttonProps = (choice: Choice) => ({
    disabled: casting !== choice && isOff(choice),
    loading: casting === choice,
    onClick: () => onCast(choice),
  });
  return (
    <div className={`ls-gap-8 ${classes.buttons}`}>
      <Button
        variant="default"
        className={`ls-red ${classes.reject}`}
        leftSection={<IconReject size={15} aria-hidden />}
        data-track="Reject"
        {...buttonProps('reject')}
      >
        Reject
      </Button>
      <Button leftSection={<IconApprove size={15} aria-hidden />} data-track="Approve" {...buttonProps('approve')}>
        {approveLabel}
      </Button>
    </div>
  );
}

/** What a vote requires, or why it is impossible. */
export function Bound({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <p className={`ls-row ls-top ls-ink-3 ${classes.note}`}>
      <IconBound size={13} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** Beside the votes cast: a missing one, and who can cast it. */
export function WaitingSlot({ text }: Readonly<{ text: string }>) {
  return (
    <li className={`ls-break ${panel.slot}`}>
      <p className={`ls-row ls-gap-6 ls-mid ls-bold ${panel.what}`}>
        <IconWaiting size={14} stroke={1.75} aria-hidden />
        Waiting
      </p>
      <p className="ls-small ls-ink-3">{text}</p>
    </li>
  );
}

/** The person may vote, but should know beforehand that it does not count. */
export function NotCountedNotice({ text }: Readonly<{ text: string }>) {
  return (
    <p className="ls-notice" data-tone="amber">
      {text}
    </p>
  );
}
