import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import type { ReviewComment, ReviewRound } from '#contract/review.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { CHOICE_TONES, CHOICE_WORDS, OUTCOME_WORDS } from '#web/review/show/words.ts';
import { Avatar, AvatarNames } from '#web/kit/Avatar.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import classes from './ReviewPanel.module.css';

type CommentsProps = Readonly<{
  /** Of this draft, oldest first; the last one is the newest. */
  rounds: readonly ReviewRound[];
  entries: BucketEntries;
}>;

/** What was said of the whole draft and of single dials, in the order it was said, through all its rounds. */
export function Comments({ rounds, entries }: CommentsProps) {
  const id = useId();
  const several = rounds.length > 1;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className="ls-title">
        Comments
      </h2>
      <AvatarNames value={rounds.flatMap(({ comments }) => comments.map(({ by }) => by.name))}>
        {rounds.map((round, index) => (
          <div key={round.number} {...(several && { role: 'group', 'aria-label': `Round ${round.number}` })}>
            {several && <RoundHead round={round} isNewest={index === rounds.length - 1} />}
            {round.comments.length === 0 ? (
              <p className="ls-ink-3 ls-above-8">{several ? 'No comments in this round.' : 'No comments yet.'}</p>
            ) : (
              <ol className="ls-list ls-grid ls-gap-16 ls-above-12">
                {round.comments.map((comment) => (
                  <Comment key={comment.id} comment={comment} entries={entries} />
                ))}
              </ol>
            )}
          </div>
        ))}
      </AvatarNames>
    </section>
  );
}

/** Which round the comments below are of; of an earlier one, how it ended and who voted how. */
function RoundHead({ round, isNewest }: Readonly<{ round: ReviewRound; isNewest: boolean }>) {
  const { number, outcome, closed_at, votes } = round;
  return (
    <div className={`ls-small ls-ink-3 ${classes.round}`}>
      <p className="ls-row ls-wrap ls-gap-4">
        <b className="ls-ink-2">Round {number}</b>
        {!isNewest && outcome !== null && (
          <span>
            {OUTCOME_WORDS[outcome].toLowerCase()}{' '}
            {closed_at !== null && <Time moment={closed_at} format={formatTimeOrMoment} />}
          </span>
        )}
      </p>
      {!isNewest && votes.length > 0 && (
        <ul className="ls-list ls-break" aria-label={`Votes of round ${number}`}>
          {votes.map(({ by, choice, discounted }) => (
            <li key={by.id}>
              <span className={discounted === null ? `ls-semi ls-${CHOICE_TONES[choice]}` : ''}>
                {discounted === null ? CHOICE_WORDS[choice] : <s>{CHOICE_WORDS[choice]}</s>}
              </span>{' '}
              by {by.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type CommentProps = Readonly<{ comment: ReviewComment; entries: BucketEntries }>;

function Comment({ comment, entries }: CommentProps) {
  const { by, at, text, dial, vote } = comment;
  const Icon = vote === 'approve' ? IconApproved : IconRejected;
  const index = dial === null ? -1 : entries.findIndex(({ dial_id }) => dial_id === dial.id);
  return (
    <li className="ls-flex ls-gap-10" tabIndex={-1} data-said={`comment ${comment.id}`}>
      <Avatar name={by.name} size={22} />
      <div className="ls-grow">
        <p className={`ls-row ls-base ls-wrap ${classes.head}`}>
          <b className="ls-mid">{by.name}</b>
          <Time moment={at} format={formatTimeOrMoment} className="ls-small ls-num ls-ink-3" />
          {vote !== null && (
            <span className={`ls-inline ls-push ls-small ls-semi ls-${CHOICE_TONES[vote]}`}>
              <Icon size={13} stroke={2.25} aria-hidden />
              {CHOICE_WORDS[vote]}
            </span>
          )}
        </p>
        {dial !== null && (
          <p className="ls-small ls-ink-3">
            {'on '}
            <button type="button" className="ls-link" onClick={() => showDial(dial.id, index)}>
              {dial.name}
            </button>
          </p>
        )}
        <p className="ls-lines ls-ink-2">{text}</p>
      </div>
    </li>
  );
}

/** About as high as a row of the dials is; only used to come near one that is not drawn yet. */
const ROW_HEIGHT = 52;
const MARKED_MS = 2000;

/**
 * Brings the dial's row on the page into sight and gives it the focus: in the change summary where it changed, else in
 * the list of dials (`index` is its place there), whose far rows are drawn only when one comes near.
 */
function showDial(dialId: string, index: number): void {
  const row = rowOf(dialId);
  if (row) return mark(row);
  const table = document.querySelector('table[aria-label="Dials in order"] tbody');
  const scroller = table?.closest('[aria-label="Page content"]');
  if (!table || !scroller || index < 0) return;
  const below = table.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  scroller.scrollTop += below + index * ROW_HEIGHT - scroller.clientHeight / 2;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const near = rowOf(dialId);
      if (near) mark(near);
    }),
  );
}

const rowOf = (dialId: string) => document.querySelector<HTMLElement>(`[data-dial="${CSS.escape(dialId)}"]`);

function mark(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.dataset['marked'] = '';
  setTimeout(() => delete row.dataset['marked'], MARKED_MS);
}
