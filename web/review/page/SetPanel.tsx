import { Select } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { addChanges } from '#domain/bucket/change-kind.ts';
import { writeDay } from '#domain/day/day.ts';
import { numberWord, liveOrActive } from '#domain/review/round.ts';
import { commonDay } from '#domain/review/set-days.ts';
import { isUnresolved } from '#domain/review/thread.ts';
import { utcToday } from '#web/kit/format.ts';
import {
  describeForecast,
  describeProgress,
  commonGoLive,
  describeReplaced,
  forecastApprovals,
  joinComments,
} from '#domain/review/votes.ts';
import type { SetBucket } from '#contract/review.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { later } from '#web/base/page/later.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { agree } from '#web/kit/plural.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { LiveQuestion } from '#web/review/panel/LiveQuestion.tsx';
import { ReviewForm } from '#web/review/panel/ReviewForm.tsx';
import { ReviewPanel, Votes } from '#web/review/panel/ReviewPanel.tsx';
import { isOpen, keyOf, roundsOf, signerIn, waitsFor } from '#web/review/panel/reviewView.ts';
import { Comment, CommentList, Comments, Handling } from '#web/review/panel/Thread.tsx';
import type { ReviewState } from '#web/review/panel/useReviewing.ts';
import { describeSigner, joinNames } from '#web/review/signers.ts';
import { replyText, YOUR_VOTE } from '#web/review/show/words.ts';
import type { SetView } from './setView.ts';

const LiveSetFacts = later(async () => (await import('#web/change/SetFacts.tsx')).LiveSetFacts);

type SetPanelProps = Readonly<{ view: SetView; reviewing: ReviewState }>;

/** The reviews of a set together: who voted on how many buckets, the comments, and this person's own vote. */
export function SetPanel({ view, reviewing }: SetPanelProps) {
  const waiting = waitingText(view, reviewing.personId);
  return (
    <ReviewPanel reviewing={reviewing} form={<SetForm view={view} reviewing={reviewing} />}>
      <Votes
        view={view}
        personId={reviewing.personId}
        progress={describeProgress(view.members.map(view.votedOf))}
        waiting={waiting === undefined ? [] : [waiting]}
        noteOf={({ buckets }) => onlyText(buckets, view)}
      >
        <SetSigners view={view} personId={reviewing.personId} />
      </Votes>
      <SetComments view={view} reviewing={reviewing} />
    </ReviewPanel>
  );
}

const TONE_CLASSES = { amber: 'ls-amber', red: 'ls-red', green: 'ls-green' } as const;

/** Buckets listed before Show all. */
const FIRST_SIGNERS = 5;

/** One line per bucket that a rule of authority touches, those that wait first. */
function SetSigners({ view, personId }: Readonly<{ view: SetView; personId: string }>) {
  const lines = view.members
    .filter(isOpen)
    .flatMap((member) => member.round.signers.map((signer) => ({ member, signer })))
    .toSorted((a, b) => Number(b.signer.is_missing) - Number(a.signer.is_missing));
  const list = useShowAll(lines, FIRST_SIGNERS);
  if (lines.length === 0) return null;
  return (
    <>
      <ul className="ls-list ls-grid ls-gap-6 ls-above-12 ls-break" aria-label="Who must sign">
        {list.shown.map(({ member, signer }) => {
          const { tone, text } = describeSigner(signer, personId);
          return (
            <li key={`${keyOf(member)} ${signer.rule}`} className="ls-small">
              <b>{view.nameOf(member)}</b> must have {joinNames(signer.people)}: {signer.reasons[0]?.text}.{' '}
              <span className={`ls-semi ${TONE_CLASSES[tone]}`}>{text}</span>
            </li>
          );
        })}
      </ul>
      <ShowAll list={list} className="ls-above-4" />
    </>
  );
}

/** The missing votes; for those who may approve, the effect of doing so. */
function waitingText({ members, votedOf }: SetView, personId: string): string | undefined {
  const open = members.filter(isOpen);
  if (open.length === 0) return undefined;
  const approvable = open.filter(({ abilities, mine }) => abilities.vote && mine !== 'approve');
  const counts = approvable.every(({ vote_not_counted }) => vote_not_counted === null);
  const { active, lacking, ...forecast } = forecastApprovals(
    approvable.map(votedOf),
    signerIn(roundsOf(approvable), personId),
    {
      counts,
      today: utcToday(),
    },
  );
  const common = commonGoLive(forecast);
  if (active.length > 0) {
    const effect = common === 'each' ? 'live, each on its day' : liveOrActive(common === 'now' ? null : common.day);
    if (active.length < open.length) return `Your approval makes ${active.length} of them ${effect}`;
    return agree(open.length, `Your approval makes it ${effect}`, `Your approval makes all of them ${effect}`);
  }
  const days = open.map(({ round }) => waitsFor(round));
  const day = commonDay(days);
  const later = days.every((one) => one === null)
    ? 'Active'
    : day === null
      ? 'live, each on its day'
      : liveOrActive(day);
  const what = `${agree(open.length, 'it', 'them')} ${later}`;
  if (approvable.length > 0 && counts)
    return `Your approval and ${numberWord(lacking).toLowerCase()} more make ${what}`;
  return `Approvals of others make ${what}`;
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
function SetComments({ view: { set, members, nameOf }, reviewing }: SetPanelProps) {
  const comments = set.buckets.flatMap(({ round }) => round.comments);
  const joined = joinComments(set.buckets.map((bucket) => ({ bucket, comments: bucket.round.comments })));
  return (
    <Comments comments={comments} unresolved={joined.filter(({ comment }) => isUnresolved(comment)).length}>
      <CommentList
        empty="No comments yet."
        items={joined.map(({ comment, buckets }) => (
          <Comment
            key={comment.id}
            comment={comment}
            about={
              <>
                on <About buckets={buckets} all={members.length} nameOf={nameOf} />
                {[comment.dial?.name, replyText(comment, comments)].filter(Boolean).map((part) => `, ${part}`)}
              </>
            }
          >
            {comment.reply_to === null && <Handling comment={comment} on={buckets} reviewing={reviewing} />}
          </Comment>
        ))}
      />
    </Comments>
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

function SetForm({ view, reviewing }: SetPanelProps) {
  return (
    <ReviewForm
      reviewing={reviewing}
      about={<ScopeField view={view} reviewing={reviewing} />}
      approveLabel={approveLabel(view, reviewing)}
      note={describeVotes(view, reviewing)}
    />
  );
}

/** What the deciding approvals of a set do. */
export function SetQuestion({ view, reviewing }: SetPanelProps) {
  const { active } = reviewing.forecast;
  const { outcome, rest } = describeForecast(reviewing.forecast);
  const live = view.set.buckets.filter((bucket) => active.includes(view.shortNameOf(bucket)));
  const restarts = live.filter(({ round }) => round.restart !== null).length;
  return (
    <LiveQuestion reviewing={reviewing} question={askLive(active, commonGoLive(reviewing.forecast))}>
      <p>
        {outcome} {describeReplaced(reviewing.forecast)}
      </p>
      {restarts > 0 && (
        <p className="ls-above-4">{agree(restarts, '1 bucket answers', `${restarts} buckets answer`)} risks again.</p>
      )}
      <p className="ls-above-4">{rest}</p>
      <div className="ls-above-12 ls-ink">
        <Suspense fallback={<Skeleton lines={4} />}>
          <LiveSetFacts
            drafts={live.map((bucket) => ({
              ...addressOf(bucket),
              name: view.nameOf(bucket),
              revision: bucket.round.hash,
              liveOn: waitsFor(bucket.round) ?? undefined,
              stored: bucket.impact,
            }))}
            counts={addChanges(live.flatMap(({ difference }) => difference?.counts ?? []))}
            restarts={restarts}
          />
        </Suspense>
      </div>
    </LiveQuestion>
  );
}

/** "Make 2 buckets live?", "Approve 2 buckets for 1 Jan 2027?" */
function askLive([only = '', ...others]: readonly string[], common: ReturnType<typeof commonGoLive>): string {
  const what = others.length === 0 ? only : `${others.length + 1} buckets`;
  if (common === 'now') return `Make ${what} live?`;
  return `Approve ${what} for ${common === 'each' ? 'their days' : writeDay(common.day)}?`;
}

/** "Approve all 9", "Approve the other 8" after a refusal, "Approve 9158 Fulmar". */
function approveLabel({ nameOf }: SetView, { approvable, votable, refused, scoped, reviewed }: ReviewState): string {
  const [first] = approvable;
  if (first === undefined) return agree(votable.length, 'Approved', `Approved all ${votable.length}`);
  if (scoped !== reviewed || approvable.length === 1) return `Approve ${nameOf(first)}`;
  return refused.size > 0 ? `Approve the other ${approvable.length}` : `Approve all ${approvable.length}`;
}

/** The effect of the votes, or why none are possible. */
function describeVotes(view: SetView, { votable, approvable, scoped, forecast }: ReviewState): ReactNode {
  const barred = scoped.filter(({ refusal }) => refusal !== null);
  const [first] = barred;
  const why = first?.refusal ?? null;
  if (votable.length === 0) return why;
  const { outcome, rest } = describeForecast(forecast);
  const mine = [...new Set(votable.map((bucket) => bucket.mine))];
  const own = mine.length > 1 ? undefined : mine[0];
  return (
    <>
      {own && <b className="ls-ink-2">{YOUR_VOTE[own]}. </b>}
      {approvable.length > 0 && (
        <>
          {outcome !== '' && <b className="ls-ink-2">{outcome} </b>}
          {rest}
        </>
      )}
      {approvable.length === 0 && 'You may change your vote until the round ends.'}
      {first && why && ` Without ${barred.length > 1 ? barred.length : view.nameOf(first)}: ${why}`}
    </>
  );
}

/** The value of the select for all buckets. */
const ALL = '';

/** All open buckets, or one of them. */
function ScopeField({ view, reviewing: { reviewed, scoped, choose } }: SetPanelProps) {
  const [only] = scoped === reviewed ? [] : scoped;
  return (
    <Select
      aria-label="What the comment and the vote are about"
      data={[
        { value: ALL, label: agree(reviewed.length, 'On the bucket', `On all ${reviewed.length} buckets`) },
        ...reviewed.map((bucket) => ({ value: keyOf(bucket), label: `On ${view.nameOf(bucket)}` })),
      ]}
      value={only ? keyOf(only) : ALL}
      onChange={(next) => choose(next === null || next === ALL ? {} : { bucket: next })}
      className="ls-grow"
      allowDeselect={false}
      searchable
      comboboxProps={{ position: 'top-start', width: 260 }}
      nothingFoundMessage="No matching bucket"
    />
  );
}
