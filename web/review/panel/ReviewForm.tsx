import { Button, Textarea } from '@mantine/core';
import IconApprove from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconBound from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconReject from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode, RefObject } from 'react';
import { type Choice, COMMENT_LIMIT, REFUSALS } from '#domain/review/round.ts';
import { isUnreachable } from '#web/base/api/describeError.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { writeKeys } from '#web/kit/stroke.ts';
import type { ReviewState } from './useReviewing.ts';
import classes from './ReviewForm.module.css';

export type ReviewFormProps = Readonly<{
  reviewing: ReviewState;
  /** Chooses the subject of the comment. */
  about: ReactNode;
  approveLabel: string;
  /** What the vote does, or why there is none. */
  note: ReactNode;
  /** Reads the draft again, if it changed: the text stays, and votes wait until then. */
  onReadAgain?: (() => void) | undefined;
}>;

/** This person's vote and comment, on one draft or on several. */
export function ReviewForm({ reviewing, about, onReadAgain, ...words }: ReviewFormProps) {
  const { text, target, reviewed, votable, approvable, vote, comment } = reviewing;
  const mayComment = reviewed.some(({ abilities }) => abilities.comment);
  const mayVote = reviewed.some(({ abilities }) => abilities.vote);
  const mayWrite = mayComment || mayVote;
  if (!mayWrite && reviewed.every(({ refusal }) => refusal === null)) return null;
  const isStale = onReadAgain !== undefined;
  const working = vote.busy || comment.busy;
  const buttonProps = (choice: Choice, isOff: boolean) => {
    const isCasting = reviewing.casting === choice;
    return {
      disabled: !isCasting && (isOff || isStale || working),
      loading: isCasting,
      onClick: () => reviewing.cast(choice),
    };
  };
  return (
    <form
      className={`ls-grid ls-gap-10 ls-fixed ls-sunken ls-rule ${classes.foot}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayComment && text.trim() !== '' && !working) void comment.run();
      }}
    >
      {onReadAgain && <ChangedNotice onRead={onReadAgain} />}
      {mayWrite && <CommentField reviewing={reviewing} mayVote={mayVote} />}
      {mayWrite && (
        <div className="ls-flex ls-gap-8">
          {target.reply === undefined ? (
            about
          ) : (
            <p className="ls-row ls-wrap ls-grow ls-small ls-ink-2 ls-gap-8">
              <span>
                Reply to <b>{target.reply.by.name}</b>
              </span>
              <button type="button" className="ls-link" onClick={() => reviewing.write()}>
                Cancel
              </button>
            </p>
          )}
          {mayComment && (
            <Button
              variant="default"
              data-track="Comment"
              disabled={text.trim() === '' || working}
              loading={comment.busy}
              type="submit"
              title={writeKeys('mod+Enter')}
            >
              {target.reply === undefined ? 'Comment' : 'Reply'}
            </Button>
          )}
        </div>
      )}
      <VoteNotices reviewing={reviewing} isStale={isStale} />
      {votable.length > 0 && (
        <div className={`ls-gap-8 ${classes.buttons}`}>
          <Button
            variant="default"
            className={`ls-red ${classes.reject}`}
            leftSection={<IconReject size={15} aria-hidden />}
            data-track="Reject"
            {...buttonProps('reject', false)}
          >
            Reject
          </Button>
          <Button
            leftSection={<IconApprove size={15} aria-hidden />}
            data-track="Approve"
            {...buttonProps('approve', approvable.length === 0)}
          >
            {words.approveLabel}
          </Button>
        </div>
      )}
      {words.note !== null && (
        <p className={`ls-row ls-top ls-ink-3 ${classes.note}`}>
          <IconBound size={13} aria-hidden />
          <span>{words.note}</span>
        </p>
      )}
    </form>
  );
}

type CommentFieldProps = Readonly<{
  reviewing: ReviewState;
  mayVote: boolean;
  /** By default the field that a click on a comment focuses. */
  input?: RefObject<HTMLTextAreaElement | null>;
  /** Whether it takes the focus when it appears; by default after a click on a comment. */
  isFirst?: boolean;
}>;

export function CommentField({
  reviewing,
  mayVote,
  input = reviewing.field,
  isFirst = reviewing.writing,
}: CommentFieldProps) {
  const { text, missing, type } = reviewing;
  const label = mayVote ? 'Comment (required to reject)' : 'Comment';
  return (
    <Textarea
      ref={input}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      maxLength={COMMENT_LIMIT}
      autosize
      minRows={2}
      maxRows={8}
      error={missing && REFUSALS['comment-missing']}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}

/** Each refused bucket says why in its row. */
const refusedText = ({ size }: ReviewState['refused']): string | undefined =>
  size === 0
    ? undefined
    : `No vote was cast: ${plural(size, 'bucket')} could not take it. ${agree(size, 'Its row says', 'Their rows say')} why.`;

/** Why a vote or a comment failed, and why a vote would not count. */
export function VoteNotices({ reviewing, isStale }: Readonly<{ reviewing: ReviewState; isStale: boolean }>) {
  const { vote, comment, notCounted, refused, retry } = reviewing;
  const failure = isStale ? undefined : (vote.failure ?? comment.failure);
  const isVoteLost = vote.failure !== undefined && isUnreachable(vote.failure.error);
  return (
    <>
      {failure !== undefined && (
        <div role="alert" className={`ls-notice ls-row ls-spread ls-gap-8 ${classes.line}`} data-tone="red">
          <span>{isVoteLost ? NOT_SENT : (refusedText(refused) ?? failure.detail)}</span>
          {isVoteLost && (
            <Button variant="default" size="xs" className="ls-fixed" onClick={retry}>
              Retry
            </Button>
          )}
        </div>
      )}
      {notCounted !== null && (
        <p className={`ls-notice ${classes.line}`} data-tone="amber">
          {notCounted}
        </p>
      )}
    </>
  );
}

const NOT_SENT = 'No connection. Your vote is not sent.';

export function ChangedNotice({ onRead }: Readonly<{ onRead: () => void }>) {
  return (
    <div
      role="alert"
      className={`ls-notice ls-grid ls-gap-4 ls-ink-2 ${classes.changed} ${classes.line}`}
      data-tone="amber"
    >
      <p className="ls-amber ls-bold">The draft changed while you were reading.</p>
      <p>Your comment is still here. Please read the draft again before you vote.</p>
      <Button variant="default" size="xs" data-track="Read again" onClick={onRead}>
        Read again
      </Button>
    </div>
  );
}
