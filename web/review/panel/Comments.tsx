import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import type { ReviewComment } from '#contract/review.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { CHOICE_WORDS } from '#web/review/show/words.ts';
import { Avatar } from '#web/kit/Avatar.tsx';
import { showDial } from './showDial.ts';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import classes from './Comments.module.css';

type CommentsProps = Readonly<{ comments: readonly ReviewComment[]; entries: BucketEntries }>;

/** What was said of the whole draft and of single dials, in the order it was said. */
export function Comments({ comments, entries }: CommentsProps) {
  const id = useId();
  return (
    <section className={classes.comments} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Comments
      </h2>
      {comments.length === 0 && <p className={classes.none}>Nothing was said so far.</p>}
      <ol className={classes.list}>
        {comments.map((comment) => (
          <Comment key={comment.id} comment={comment} entries={entries} />
        ))}
      </ol>
    </section>
  );
}

function Comment({ comment, entries }: Readonly<{ comment: ReviewComment; entries: BucketEntries }>) {
  const { by, at, text, dial, vote } = comment;
  const Icon = vote === 'approve' ? IconApproved : IconRejected;
  const index = dial === null ? -1 : entries.findIndex(({ dial_id }) => dial_id === dial.id);
  return (
    <li className={classes.comment}>
      <Avatar name={by.name} size={22} />
      <div className={classes.said}>
        <p className={classes.head}>
          <b className={classes.name}>{by.name}</b>
          <Time moment={at} format={formatTimeOrMoment} className={classes.when} />
          {vote !== null && (
            <span className={classes.vote} data-choice={vote}>
              <Icon size={13} stroke={2.25} aria-hidden />
              {CHOICE_WORDS[vote]}
            </span>
          )}
        </p>
        {dial !== null && (
          <p className={classes.about}>
            {'on '}
            <button type="button" className={classes.dial} onClick={() => showDial(dial.id, index)}>
              {dial.name}
            </button>
          </p>
        )}
        <p className={classes.text}>{text}</p>
      </div>
    </li>
  );
}
