import { Select } from '@mantine/core';
import { Suspense, useId, useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { Review, ReviewAuthor } from '#contract/review.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { joinWords } from '#domain/authority/rule.ts';
import { describeAuthor } from '#domain/review/author.ts';
import { writeDay } from '#domain/day/day.ts';
import { CHOICES, describeFreeSlots, isDeciding } from '#domain/review/round.ts';
import { countedVoteOf } from '#domain/review/votes.ts';
import { goLiveDay, isScheduled } from '#domain/review/schedule.ts';
import { isUnresolved } from '#domain/review/thread.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf } from '#web/bucket/address.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { later } from '#web/base/page/later.tsx';
import { Loaded, type LoadedQuery } from '#web/base/page/Loaded.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { AuthorityLines } from '#web/review/show/AuthorityLine.tsx';
import { tallyText } from '#web/review/signers.ts';
import { OUTCOME_SENTENCES, YOUR_VOTE } from '#web/review/show/words.ts';
import { useFocusTarget } from './focusTargets.ts';
import { LiveQuestion } from './LiveQuestion.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewPanel, Votes } from './ReviewPanel.tsx';
import {
  findStanding,
  isOpen,
  liveText,
  nameOfSigner,
  needsOf,
  signerIn,
  type ReviewMember,
  type ReviewView,
  viewReview,
  waitsFor,
} from './reviewView.ts';
import { Thread } from './Thread.tsx';
import type { CommentedDial, ReviewState } from './useReviewing.ts';
import classes from './ReviewPanel.module.css';

type BucketPanelProps = Readonly<{
  bucket: Bucket;
  query: LoadedQuery<Review>;
  view: ReviewView;
  reviewing: ReviewState;
  onReadAgain: (() => void) | undefined;
}>;

/** The review of one draft. */
export function BucketPanel({ bucket, query, view, reviewing, onReadAgain }: BucketPanelProps) {
  const [review] = view.members;
  const { personId } = reviewing;
  const standing = review && findStanding(review);
  const stands = standing ? goLiveDay(standing) : null;
  return (
    <ReviewPanel
      reviewing={reviewing}
      form={review && <BucketForm bucket={bucket} review={review} reviewing={reviewing} onReadAgain={onReadAgain} />}
    >
      <Loaded query={query} title="Failed to load the review" skeleton={6} className={classes.section} />
      {review && (
        <>
          {standing && (
            <Votes
              title={`Approved for ${writeDay(stands ?? '')}`}
              view={viewReview({ ...review, round: standing })}
              personId={personId}
              progress={tallyText(standing)}
              waiting={[]}
            />
          )}
          <Votes
            {...(standing && { title: `Votes for ${writeDay(review.round.live_on ?? '')}` })}
            view={view}
            personId={personId}
            progress={tallyText(review.round)}
            waiting={
              isOpen(review)
                ? describeFreeSlots(review.round.votes.map(countedVoteOf), needsOf(review.round), {
                    liveOn: waitsFor(review.round),
                    stands,
                    nameOf: (id) => nameOfSigner([review.round], id),
                  })
                : []
            }
          >
            <AuthorityLines round={review.round} personId={personId} isOpen={isOpen(review)} />
            <Outcome review={review} />
          </Votes>
          <Authors authors={review.round.authors} personId={personId} />
          <Thread bucket={bucket} review={review} reviewing={reviewing} />
        </>
      )}
    </ReviewPanel>
  );
}

const LiveFacts = later(async () => (await import('#web/change/LiveFacts.tsx')).LiveFacts);

const OUTCOME_COLOURS = { approved: 'ls-green', rejected: 'ls-red', cancelled: 'ls-ink-2' };

function Outcome({ review: { round } }: Readonly<{ review: ReviewMember }>) {
  const target = useFocusTarget('outcome');
  const day = goLiveDay(round);
  if (isScheduled(round) && day !== null)
    return (
      <p ref={target} tabIndex={-1} className="ls-above-12 ls-green">
        The votes are for exactly this content and {writeDay(round.live_on ?? day)}.
      </p>
    );
  if (round.outcome === null) return null;
  return (
    <p ref={target} tabIndex={-1} className={`ls-above-12 ${OUTCOME_COLOURS[round.outcome]}`}>
      {OUTCOME_SENTENCES[round.outcome]}
    </p>
  );
}

/** Who cannot vote on this draft, and why. */
function Authors({ authors, personId }: Readonly<{ authors: readonly ReviewAuthor[]; personId: string }>) {
  const id = useId();
  return (
    <section className={`ls-rule-below ${classes.section}`} aria-labelledby={id}>
      <h2 id={id} className="ls-title">
        Authors
      </h2>
      <p className="ls-small ls-ink-3">They do not vote on this draft.</p>
      <ul className="ls-list ls-grid ls-gap-4 ls-break ls-mid ls-above-8">
        {authors.map((author) => (
          <li key={author.id}>
            <b>{author.name}</b>
            {author.id === personId && ' (you)'} <span className="ls-ink-2">{describeAuthor(author)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type BucketFormProps = Pick<BucketPanelProps, 'bucket' | 'reviewing' | 'onReadAgain'> &
  Readonly<{ review: ReviewMember }>;

function BucketForm({ bucket, review, reviewing, onReadAgain }: BucketFormProps) {
  const { abilities, mine, refusal } = review;
  const { round } = review;
  const day = waitsFor(round);
  const endsRound = decidesRound(review, reviewing.personId);
  return (
    <ReviewForm
      reviewing={reviewing}
      onReadAgain={onReadAgain}
      about={
        <AboutField
          bucket={bucket}
          value={reviewing.target.dial}
          onChange={(dial) => reviewing.choose(dial === undefined ? {} : { dial })}
        />
      }
      approveLabel="Approve"
      note={
        abilities.vote ? (
          <>
            {mine !== null && <b className="ls-ink-2">{YOUR_VOTE[mine]}. </b>}
            {reviewing.forecast.active.length > 0 && <b className="ls-ink-2">{liveText(bucket, day)} </b>}
            <BoundNote bucket={bucket} review={review} />
            {!endsRound && ' You may change it until the round ends.'}
          </>
        ) : (
          refusal
        )
      }
    />
  );
}

/** What exactly a vote is about. */
export function BoundNote({ bucket, review }: Readonly<{ bucket: Bucket; review: ReviewMember }>) {
  const hasImpact = useHasImpact(bucket);
  const { round, vote_not_counted: notCounted } = review;
  const parts = [
    'this content',
    hasImpact && 'this impact',
    round.live_on !== null && writeDay(round.live_on),
    round.restart !== null && 'this restart',
  ].filter((part) => part !== false);
  return `Your vote ${notCounted === null ? 'counts for' : 'is on'} exactly ${joinWords(parts)}.`;
}

type BucketQuestionProps = Pick<BucketPanelProps, 'bucket' | 'reviewing'> & Readonly<{ review: ReviewMember }>;

/** What the deciding approval of one draft does. */
export function BucketQuestion({ bucket, review, reviewing }: BucketQuestionProps) {
  const { live, draft } = bucket;
  const { round, earlier } = review;
  const day = waitsFor(round);
  return (
    <LiveQuestion
      reviewing={reviewing}
      question={day === null ? `Make v${live.number + 1} live?` : `Approve v${live.number + 1} for ${writeDay(day)}?`}
    >
      <p>{liveText(bucket, day)}</p>
      <p className="ls-above-4">
        {day === null
          ? `It takes the place of v${live.number} at once.`
          : `It takes the place of v${live.number} on ${writeDay(day)}, 00:00 UTC. v${live.number} decides until then.`}
        {day === null && round.live_on !== null && ` It was submitted for ${writeDay(round.live_on)}, which has come.`}
      </p>
      {draft && (
        <div className="ls-above-12 ls-ink">
          <Suspense fallback={<Skeleton lines={4} />}>
            <LiveFacts
              bucket={bucket}
              draft={draft}
              unresolved={[...earlier, round].flatMap(({ comments }) => comments.filter(isUnresolved))}
            />
          </Suspense>
        </div>
      )}
    </LiveQuestion>
  );
}

/** Whether this person's vote, for or against, may end the round. */
function decidesRound({ round }: ReviewMember, personId: string): boolean {
  const others = round.votes.filter(({ by }) => by.id !== personId).map(countedVoteOf);
  const voter = signerIn([round], personId);
  return CHOICES.some((choice) => isDeciding(others, needsOf(round), choice, voter));
}

/** Whether the page shows the draft's impact on a portfolio. */
function useHasImpact(bucket: Bucket): boolean {
  const { data } = useApiQuery(
    'readReviewImpact',
    { params: addressOf(bucket) },
    { enabled: bucket.draft?.review != null },
  );
  return data !== undefined && data.stored.length > 0;
}

type AboutFieldProps = Readonly<{
  bucket: Bucket;
  /** Undefined is the whole draft. */
  value: CommentedDial | undefined;
  onChange: (dial: CommentedDial | undefined) => void;
}>;

const WHOLE = '';

/** The subject of the comment: the whole draft, one of its dials, or one that it removes. */
function AboutField({ bucket: { draft, live }, value, onChange }: AboutFieldProps) {
  const entries = draft?.entries ?? live.entries;
  const removed = useMemo(() => {
    const kept = new Set(entries.map(({ dial_id }) => dial_id));
    return live.entries.filter(({ dial_id }) => !kept.has(dial_id));
  }, [entries, live.entries]);
  const { lookup } = useBucketDials(entries);
  const { lookup: lookupRemoved } = useBucketDials(removed);
  const names = useMemo(() => {
    const nameOf = (entry: BucketEntry) =>
      (lookup(entry) ?? lookupRemoved(entry))?.data.name ?? 'A dial that cannot be read';
    return new Map([...entries, ...removed].map((entry) => [entry.dial_id, nameOf(entry)]));
  }, [entries, removed, lookup, lookupRemoved]);
  const data = useMemo(() => {
    const labelled = (label: (name: string, index: number) => string) => (entry: BucketEntry, index: number) => ({
      value: entry.dial_id,
      label: label(names.get(entry.dial_id) ?? '', index),
    });
    return [
      { value: WHOLE, label: 'On the whole draft' },
      ...entries.map(labelled((name, index) => `${index + 1}. ${name}`)),
      ...removed.map(labelled((name) => `${name} (removed)`)),
    ];
  }, [entries, removed, names]);
  return (
    <Select
      aria-label="What the comment is about"
      data={data}
      value={value?.id ?? WHOLE}
      onChange={(id) => onChange(id === null || id === WHOLE ? undefined : { id, name: names.get(id) ?? '' })}
      className="ls-grow"
      allowDeselect={false}
      searchable
      comboboxProps={{ position: 'top-start', width: 320 }}
      nothingFoundMessage="No matching dial in this draft"
    />
  );
}
