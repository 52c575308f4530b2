import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import type { SetBucket } from '#contract/review-set.ts';
import {
  describeProgress,
  forecastApprovals,
  groupVotes,
  joinComments,
  type PersonVotes,
} from '#domain/review/set-vote.ts';
import { bucketAddress, addressOf } from '#web/bucket/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Avatar, AvatarNames } from '#web/kit/Avatar.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import { CHOICE_TONES, CHOICE_WORDS, discountText, replyText } from '#web/review/show/words.ts';
import classes from '#web/review/panel/ReviewPanel.module.css';
import { WaitingSlot } from '#web/review/panel/formParts.tsx';
import { SetForm } from './SetForm.tsx';
import { isOpen, keyOf, type SetView } from './setView.ts';
import type { SetReview } from './useSetReview.ts';

type SetPanelProps = Readonly<{ view: SetView; review: SetReview }>;

/** Who voted on how many buckets, the comments, and this person's own vote. */
export function SetPanel({ view, review }: SetPanelProps) {
  return (
    <>
      <div className="ls-grow ls-scroll ls-ring-in" tabIndex={0} role="group" aria-label="Votes and comments">
        <Votes view={view} review={review} />
        <Comments view={view} />
      </div>
      <p role="status" className="ls-hidden">
        {review.announcement}
      </p>
      <SetForm view={view} review={review} />
    </>
  );
}

function Votes({ view, review }: SetPanelProps) {
  const id = useId();
  const voted = view.members.map(view.votedOf);
  const waiting = waitingText(view, review);
  return (
    <section className={`ls-rule-below ${classes.section}`} aria-labelledby={id}>
      <div className="ls-row ls-base ls-wrap ls-spread">
        <h2 id={id} className="ls-title">
          Votes
        </h2>
        <p className="ls-num ls-small ls-ink-3">{describeProgress(voted)}</p>
      </div>
      <ul className={`ls-list ls-grid ls-gap-8 ${classes.slots}`}>
        {groupVotes(voted).map((votes) => (
          <CastVote
            key={`${votes.by.id} ${votes.choice} ${votes.discounted}`}
            votes={votes}
            view={view}
            review={review}
          />
        ))}
        {waiting !== undefined && <WaitingSlot text={waiting} />}
      </ul>
    </section>
  );
}

/** The missing votes; for those who may approve, the effect of doing so. */
function waitingText({ members, votedOf }: SetView, { personId }: SetReview): string | undefined {
  const open = members.filter(isOpen);
  if (open.length === 0) return undefined;
  const approvable = open.filter(({ abilities, mine }) => abilities.vote && mine !== 'approve');
  const counts = approvable.every(({ vote_not_counted }) => vote_not_counted === null);
  const { active, votes } = forecastApprovals(approvable.map(votedOf), personId, counts);
  if (active.length > 0 && active.length === open.length)
    return votes === 1 ? 'Your approval makes it Active' : 'Your approval makes all of them Active';
  if (active.length > 0) return `Your approval makes ${active.length} of them Active`;
  if (approvable.length > 0 && counts) return 'Your approval, and one of somebody else';
  return 'Other votes';
}

type CastVoteProps = SetPanelProps & Readonly<{ votes: PersonVotes }>;

function CastVote({ votes: { by, choice, at, discounted, buckets }, view, review }: CastVoteProps) {
  const Icon = choice === 'approve' ? IconApproved : IconRejected;
  const words = `${CHOICE_WORDS[choice]} ${buckets.length}`;
  return (
    <li className={`ls-break ${classes.slot}`} data-tone={discounted === null ? CHOICE_TONES[choice] : undefined}>
      <p className={`ls-row ls-gap-6 ls-mid ls-bold ${classes.what}`}>
        <Icon size={14} stroke={2.25} aria-hidden />
        {discounted === null ? words : <s>{words}</s>}
      </p>
      <p className="ls-mid">
        {by.name}
        {by.id === review.personId && <span className="ls-small ls-ink-2"> (you)</span>}
      </p>
      <p className="ls-tiny ls-num ls-ink-2">
        <Time moment={at} format={formatTimeOrMoment} />
        {onlyText(buckets, view)}
      </p>
      {discounted !== null && <p className="ls-small ls-amber ls-above-4">{discountText(discounted)}</p>}
    </li>
  );
}

/** ", not the exceptions", ", only the exceptions": if the votes are all on one side. */
function onlyText(names: readonly string[], { groups, exceptions, members, shortNameOf }: SetView): string {
  if (exceptions.size === 0 || names.length === members.length) return '';
  const voted = new Set(names);
  const isOn = (bucket: SetBucket) => voted.has(shortNameOf(bucket));
  const special = groups.exceptions.map(({ bucket }) => bucket);
  if (groups.same.every(isOn) && !special.some(isOn)) return ', not the exceptions';
  return special.every(isOn) && !groups.same.some(isOn) ? ', only the exceptions' : '';
}

/** Comments on all, some or single buckets, in order. */
function Comments({ view: { set, members, nameOf } }: Readonly<{ view: SetView }>) {
  const id = useId();
  const joined = joinComments(set.buckets.map((bucket) => ({ bucket, comments: bucket.round.comments })));
  const comments = set.buckets.flatMap(({ round }) => round.comments);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className="ls-title">
        Comments
      </h2>
      {joined.length === 0 ? (
        <p className="ls-ink-3 ls-above-8">No comments yet.</p>
      ) : (
        <AvatarNames value={joined.map(({ comment }) => comment.by.name)}>
          <ol className="ls-list ls-grid ls-gap-16 ls-above-12">
            {joined.map(({ comment: { id: key, by, at, text, vote, dial, resolved }, comment, buckets }) => (
              <li key={key} className="ls-flex ls-gap-10">
                <Avatar name={by.name} size={22} />
                <div className="ls-grow">
                  <p className={`ls-row ls-base ls-wrap ${classes.head}`}>
                    <b className="ls-mid">{by.name}</b>
                    <Time moment={at} format={formatTimeOrMoment} className="ls-small ls-num ls-ink-3" />
                    {vote !== null && (
                      <span className={`ls-push ls-small ls-semi ls-${CHOICE_TONES[vote]}`}>{CHOICE_WORDS[vote]}</span>
                    )}
                  </p>
                  <p className="ls-small ls-ink-3">
                    on <About buckets={buckets} all={members.length} nameOf={nameOf} />
                    {[dial?.name, replyText(comment, comments), resolved && buckets.length === 1 && 'resolved']
                      .filter(Boolean)
                      .map((part) => `, ${part}`)}
                  </p>
                  <p className="ls-lines ls-ink-2">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </AvatarNames>
      )}
    </section>
  );
}

type AboutProps = Readonly<{ buckets: readonly SetBucket[]; all: number; nameOf: SetView['nameOf'] }>;

function About({ buckets, all, nameOf }: AboutProps) {
  const [first] = buckets;
  if (first === undefined) return null;
  if (buckets.length >= all && all > 1) return `all ${buckets.length} buckets`;
  if (buckets.length > 1) return <span title={buckets.map(nameOf).join(', ')}>{buckets.length} buckets</span>;
  return (
    <PageLink key={keyOf(first)} to={bucketAddress(addressOf(first), 'draft')} className="ls-link">
      {nameOf(first)}
    </PageLink>
  );
}
