import { describeError } from '#web/base/api/describeError.ts';
import { plural } from '#web/kit/plural.ts';
import { RestartLine } from '#web/bucket/RestartLine.tsx';
import { ExpectedSoFar } from '#web/impact/ExpectedSoFar.tsx';
import { LiveTime } from '#web/bucket/LiveTime.tsx';
import { Time } from '#web/kit/Time.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import type { TimelineItem } from '#web/kit/Timeline.tsx';
import type { HistoryItem } from './historyItems.ts';
import { type BucketAddress, evidenceAddress, historyAddress, versionAddress } from '#web/bucket/address.ts';
import { writeDay } from '#domain/day/day.ts';
import { describeDelay, goLiveDay, isScheduled } from '#domain/review/schedule.ts';
import { threadComments } from '#domain/review/thread.ts';
import { CHOICE_CLASSES, CHOICE_WORDS, discountText, OUTCOME_WORDS, replyText } from '#web/review/show/words.ts';
import classes from '#web/review/BucketHistory.module.css';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useEvidenceDownload } from '#web/review/evidence/useEvidenceDownload.ts';
import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { BucketOutcome } from '#contract/outcome.ts';
import type { ReviewRound } from '#contract/review.ts';
import { formatMoment, inSentence, type Moment } from '#web/kit/format.ts';

type Around = Readonly<{
  address: BucketAddress;
  live: number;
  now: Date;
  reviewed: boolean;
  /** Of the live version, if engines report. */
  practice: BucketOutcome | undefined;
}>;

export function timelineItem(item: HistoryItem, { address, live, now, reviewed, practice }: Around): TimelineItem {
  if (item.kind === 'round') {
    const { round } = item;
    return {
      // Rounds are numbered per draft, and two can have the same timestamp.
      id: `review ${round.number} ${round.submitted_at}`,
      name: `Review ${round.number}`,
      chip: <OutcomeChip round={round} />,
      when: <Time moment={item.at} now={now} />,
      text: round.description,
      look: round.outcome === null ? 'open' : 'past',
      more: <RoundStory round={round} now={now} />,
    };
  }
  const { version, round } = item;
  const isLive = version.number === live;
  const delay = round && describeDelay(round, version.activated_at);
  return {
    name: `v${version.number}`,
    ...(isLive && { chip: <StatusChip status="active" /> }),
    when: <LiveTime version={version} />,
    text: version.description,
    who: [version.saved_by && `Saved by ${version.saved_by.name}`, plural(version.dials, 'dial')]
      .filter(Boolean)
      .join(', '),
    look: isLive ? 'live' : 'past',
    more: (
      <>
        {delay && (
          <p className="ls-small ls-amber ls-above-4">
            v{version.number} went live {delay}
          </p>
        )}
        {round && <RoundStory round={round} now={now} />}
        {practice && version.number === practice.outcome.version && (
          <div className={classes.outcome}>
            <ExpectedSoFar outcome={practice.outcome} since={practice.reporting.since} />
          </div>
        )}
        <VersionLinks address={address} number={version.number} isLive={isLive} evidence={reviewed} />
      </>
    ),
  };
}

const STATUSES = { approved: 'draft_approved', rejected: 'draft_rejected' } as const;

function OutcomeChip({ round }: Readonly<{ round: ReviewRound }>) {
  const { outcome } = round;
  const day = goLiveDay(round);
  if (isScheduled(round) && day)
    return <StatusChip status="draft_scheduled" label={`Approved · live on ${writeDay(day)}`} />;
  if (outcome === null) return <StatusChip status="review_requested" />;
  if (outcome === 'cancelled') return <span className="ls-pill">{OUTCOME_WORDS.cancelled}</span>;
  return <StatusChip status={STATUSES[outcome]} />;
}

type VersionLinksProps = Readonly<{
  address: BucketAddress;
  number: number;
  isLive: boolean;
  /** The person may view reviews, and so their evidence. */
  evidence: boolean;
}>;

function VersionLinks({ address, number, isLive, evidence }: VersionLinksProps) {
  const pack = useEvidenceDownload(address, number);
  const of = <span className="ls-hidden"> of v{number}</span>;
  return (
    <>
      <p className={`ls-flex ls-wrap ls-small ${classes.links}`}>
        <PageLink to={versionAddress(isLive ? undefined : { version: number })} className="ls-link">
          View{of}
        </PageLink>
        {number > 1 && (
          <PageLink to={historyAddress({ from: number - 1, to: number })} className="ls-link">
            Compare with v{number - 1}
            <span className="ls-hidden">: v{number}</span>
          </PageLink>
        )}
        {evidence && (
          <>
            <button type="button" className="ls-link" disabled={pack.isPending} onClick={() => pack.mutate()}>
              Download evidence{of}
            </button>
            <PageLink to={evidenceAddress(number)} className="ls-link">
              Print evidence{of}
            </PageLink>
          </>
        )}
      </p>
      {pack.error && (
        <p role="alert" className="ls-red">
          Failed to download evidence. {describeError(pack.error)}
        </p>
      )}
    </>
  );
}

const momentInSentence = (moment: Moment, now?: Date): string => inSentence(formatMoment(moment, now));

/** Who submitted, who voted how and when, and the comments. */
function RoundStory({ round, now }: Readonly<{ round: ReviewRound; now: Date }>) {
  const { submitted_by, submitted_at, votes, comments } = round;
  const when = (moment: string) => <Time moment={moment} format={momentInSentence} now={now} />;
  return (
    <div className="ls-grid ls-gap-4 ls-above-4">
      <p className="ls-small ls-ink-3">
        {submitted_by.name} submitted it for review, {when(submitted_at)}
      </p>
      {round.restart && (
        <div className="ls-small ls-ink-2">
          <RestartLine stop={round.restart} />
        </div>
      )}
      {votes.length > 0 && (
        <ul className="ls-list ls-grid ls-gap-2">
          {votes.map(({ by, choice, at, discounted }) => {
            const Icon = choice === 'approve' ? IconApproved : IconRejected;
            return (
              <li key={by.id} className="ls-row ls-gap-6 ls-mid ls-ink-2">
                <Icon size={14} stroke={2.25} className={CHOICE_CLASSES[choice]} aria-hidden />
                <span>
                  <b className={CHOICE_CLASSES[choice]}>{CHOICE_WORDS[choice]}</b> by {by.name}, {when(at)}
                  {discounted !== null && <span className="ls-small ls-ink-3">. {discountText(discounted)}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {comments.length > 0 && (
        <details className={classes.comments}>
          <summary className="ls-link ls-small">{plural(comments.length, 'comment')}</summary>
          <ol className="ls-list ls-grid ls-gap-8">
            {threadComments(comments)
              .flatMap(({ comment, replies }) => [comment, ...replies])
              .map((comment) => {
                const { id, by, at, text, dial, resolved } = comment;
                const about = dial ? `on ${dial.name}` : replyText(comment, comments);
                return (
                  <li key={id}>
                    <p className="ls-small ls-ink-3">
                      <b className="ls-ink-2">{by.name}</b>
                      {about && ` ${about}`}, {when(at)}
                      {resolved && `; resolved by ${resolved.by.name}`}
                    </p>
                    <p className="ls-lines">{text}</p>
                  </li>
                );
              })}
          </ol>
        </details>
      )}
    </div>
  );
}
