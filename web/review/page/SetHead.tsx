import type { ReviewSet } from '#contract/review.ts';
import { countChoice } from '#domain/review/round.ts';
import { goLiveDay } from '#domain/review/schedule.ts';
import { describeSetDays, explainSetDays, findSetStatus } from '#domain/review/set-days.ts';
import { countedVoteOf, joinComments } from '#domain/review/votes.ts';
import { Avatar } from '#web/kit/Avatar.tsx';
import { FactLine } from '#web/kit/FactLine.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Time } from '#web/kit/Time.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { isOpen } from '#web/review/panel/reviewView.ts';
import { BrokenNote } from '#web/review/panel/SubmissionNotes.tsx';
import type { SetView } from './setView.ts';
import classes from './ReviewSet.module.css';

/** The day of those that are open or wait for theirs. */
const describeDays = ({ members }: SetView): string | undefined =>
  describeSetDays(members.filter(({ round }) => round.outcome === null).map(({ round }) => goLiveDay(round)));

/** Beside the title. On a phone it stands below, and names the day, for which the chip has no room. */
export function describeSetFact(view: SetView, isBrief: boolean): string {
  const buckets = plural(view.members.length, 'bucket');
  if (!isBrief) return `${buckets}, submitted together`;
  return [buckets, describeDays(view)].filter((part) => part !== undefined).join(', ');
}

/** Approvals of all rounds that take votes, of those that they need. */
function tallyOf({ members }: SetView): Readonly<{ given: number; required: number }> {
  const rounds = members.filter(isOpen).map(({ round }) => round);
  return {
    given: rounds.reduce((sum, { votes }) => sum + countChoice(votes.map(countedVoteOf), 'approve'), 0),
    required: rounds.reduce((sum, { required }) => sum + required, 0),
  };
}

type PartProps = Readonly<{ view: SetView; isBrief: boolean }>;

const SHORT = { draft_scheduled: 'Approved', draft_approved: 'Approved', draft_rejected: 'Rejected' } as const;

/** How far the reviews are, and the day they are about. */
export function SetStatusChips({ view, isBrief }: PartProps) {
  const found = findSetStatus(view.members.map(({ round }) => round));
  if (found === undefined) return null;
  const { status, count, all } = found;
  const day = describeDays(view);
  const label =
    status === 'draft_scheduled'
      ? `Approved · ${day}`
      : status === 'draft_approved' && count < all
        ? `${count} of ${all} approved`
        : undefined;
  if (isBrief) {
    const { given, required } = tallyOf(view);
    const part = count < all ? `${count} of ${all}` : undefined;
    return (
      <StatusChip
        status={status}
        label={label}
        short={status === 'review_requested' ? `${given} of ${required}` : (part ?? SHORT[status])}
      />
    );
  }
  return (
    <>
      <StatusChip status={status} label={label} />
      {status !== 'draft_scheduled' && day !== undefined && <StatusChip status="draft_scheduled" label={day} />}
    </>
  );
}

/** Who submitted the set, and why; on a phone the reason comes first. */
export function SetWho({
  view,
  set: { submitted_by, submitted_at, description, buckets },
  isBrief,
}: PartProps & Readonly<{ set: ReviewSet }>) {
  const now = useNow();
  const broken = buckets.flatMap(({ round }) => (round.outcome === null ? round.broken_examples : []));
  const days = explainSetDays(view.members.filter(isOpen).map(({ round }) => round.live_on));
  // It may be newer than the page.
  const seen = new Date(Math.max(now.getTime(), Date.parse(submitted_at)));
  const ago = <Time moment={submitted_at} format={formatAgo} now={seen} />;
  return (
    <div className="ls-flex ls-gap-12">
      {!isBrief && <Avatar name={submitted_by.name} />}
      <div className={`ls-grow ${classes.who}`}>
        {!isBrief && (
          <p className="ls-ink-3">
            <b className="ls-ink">{submitted_by.name}</b> submitted {plural(buckets.length, 'draft')} for review {ago}
          </p>
        )}
        <p className={`ls-lines ls-above-2 ${classes.description}`}>{description}</p>
        {isBrief && (
          <p className="ls-small ls-ink-3 ls-above-2">
            {submitted_by.name}, {ago}
          </p>
        )}
        {days !== undefined && <p className="ls-small ls-blue ls-semi ls-above-4">{days}</p>}
        {broken.length > 0 && <BrokenNote examples={broken} />}
      </div>
    </div>
  );
}

/** On a phone: the votes and comments so far, which it opens. */
export function SetVotesLine({ view, onOpen }: Readonly<{ view: SetView; onOpen: () => void }>) {
  const { given, required } = tallyOf(view);
  const comments = joinComments(view.set.buckets.map((bucket) => ({ bucket, comments: bucket.round.comments }))).length;
  return (
    <div className="ls-card">
      <FactLine fact={required === 0 ? 'Votes' : `${given} of ${required} approvals`} onOpen={onOpen}>
        <span>{comments === 0 ? 'no comments' : plural(comments, 'comment')}</span>
      </FactLine>
    </div>
  );
}
