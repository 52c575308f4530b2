import { Button, Textarea } from '@mantine/core';
import IconApprove from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconBound from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconReject from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { Bucket } from '#contract/bucket.ts';
import type { Review } from '#contract/review.ts';
import { COMMENT_LIMIT } from '#domain/review/round.ts';
import { REFUSALS } from '#domain/review/round.ts';
import { YOUR_VOTE } from '#web/review/show/words.ts';
import { AboutField } from './AboutField.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import type { Reviewing } from './useReviewing.ts';
import classes from './ReviewForm.module.css';

type ReviewFormProps = Readonly<{ bucket: Bucket; review: Review; reviewing: Reviewing }>;

export function ReviewForm({ bucket, review, reviewing }: ReviewFormProps) {
  const { abilities, mine, refusal } = review;
  const { text, dial, missing, field, vote, comment, stale } = reviewing;
  const label = abilities.vote ? 'Comment (required to reject)' : 'Comment';
  const error = stale ? null : (vote.error ?? comment.error);
  const working = vote.isPending || comment.isPending;
  const voting = (choice: 'approve' | 'reject') => vote.isPending && vote.variables === choice;
  if (!abilities.vote && !abilities.comment && refusal === null) return null;
  return (
    <div className={classes.foot}>
      {stale && <ChangedNotice onRead={() => void reviewing.readAgain()} />}
      {(abilities.vote || abilities.comment) && (
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => reviewing.type(event.currentTarget.value)}
          maxLength={COMMENT_LIMIT}
          autosize
          minRows={2}
          maxRows={8}
          error={missing && REFUSALS['comment-missing']}
        />
      )}
      {abilities.comment && (
        <div className={classes.about}>
          <AboutField bucket={bucket} value={dial} onChange={reviewing.about} />
          <Button
            variant="default"
            data-track="Comment"
            disabled={text.trim() === '' || working}
            loading={comment.isPending}
            onClick={() => comment.mutate()}
          >
            Comment
          </Button>
        </div>
      )}
      {error !== null && (
        <p role="alert" className={classes.error}>
          {error.message}
        </p>
      )}
      {abilities.vote && (
        <>
          <div className={classes.buttons}>
            <Button
              variant="default"
              className={classes.reject ?? ''}
              leftSection={<IconReject size={15} aria-hidden />}
              data-track="Reject"
              disabled={stale || (working && !voting('reject'))}
              loading={voting('reject')}
              onClick={() => reviewing.cast('reject')}
            >
              Reject
            </Button>
            <Button
              leftSection={<IconApprove size={15} aria-hidden />}
              data-track="Approve"
              disabled={stale || (working && !voting('approve'))}
              loading={voting('approve')}
              onClick={() => reviewing.cast('approve')}
            >
              Approve
            </Button>
          </div>
          <p className={classes.note}>
            <IconBound size={13} aria-hidden />
            <span>
              {mine !== null && <b>{YOUR_VOTE[mine]}. </b>}
              Your vote counts for exactly this content. You may change it until the round ends.
            </span>
          </p>
        </>
      )}
      {!abilities.vote && refusal !== null && (
        <p className={classes.note}>
          <IconBound size={13} aria-hidden />
          <span>{refusal}</span>
        </p>
      )}
    </div>
  );
}
