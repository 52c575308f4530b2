import { Button } from '@mantine/core';
import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconBroken from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { WaitingProposal } from '#contract/appetite.ts';
import type { PendingReview } from '#contract/review.ts';
import { writeDay } from '#domain/day/day.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeMeasuredDay, describePercent, MIN_SHOWN_RISKS } from '#domain/impact/percent.ts';
import { describeSetDay } from '#domain/review/set-days.ts';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import { RestartLine } from '#web/bucket/RestartLine.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { ChangeCounter, COUNTED_KINDS } from '#web/kit/ChangeCounter.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Time } from '#web/kit/Time.tsx';
import { pendingReviewAddress, proposalAddress } from '#web/review/address.ts';
import { useSession } from '#web/base/session/session.tsx';
import classes from './PendingReviews.module.css';

type PendingRowProps = Readonly<{
  review: PendingReview;
  now: Date;
  /** The one to begin with. */
  isNext: boolean;
}>;

/** The subject of a row: a bucket, or several that were submitted together. */
const subjectOf = ({ cob, partner, set }: PendingReview) =>
  set === null
    ? { title: classLabel(cob), of: partnerText(partner), act: 'Review Bucket' }
    : { title: set.title, of: plural(set.buckets, 'bucket'), act: 'Review Set' };

export function PendingRow({ review, now, isNext }: PendingRowProps) {
  const personId = useSession().person.id;
  const {
    description,
    submitted_by,
    submitted_at,
    changes,
    mine,
    barred,
    set,
    live_on,
    restart,
    impact,
    examples,
    missing_signers,
  } = review;
  const { title, of, act: vote } = subjectOf(review);
  const act = barred === null ? vote : 'View';
  const seen = new Date(Math.max(now.getTime(), Date.parse(submitted_at)));
  const Mark = mine === 'reject' ? IconRejected : IconApproved;
  return (
    <li className={classes.row}>
      <div className={`ls-grid ls-gap-4 ${classes.what}`}>
        <p className={`ls-row ls-wrap ${classes.name}`}>
          <b className="ls-title">{title}</b>
          <span className={`ls-small ls-ink-2 ${classes.partner}`}>{of}</span>
          {live_on !== null && (
            <StatusChip
              status="draft_scheduled"
              label={set === null ? `for ${writeDay(live_on)}` : describeSetDay(live_on, set.same_day)}
            />
          )}
          <IconOpen size={16} stroke={1.75} aria-hidden className={`ls-ink-3 ls-push ${classes.open}`} />
        </p>
        {restart && (set === null ? <RestartLine stop={restart} /> : <p>Restart: ends stops of these buckets.</p>)}
        <p className="ls-two-lines ls-ink-2">{description}</p>
        <div className={`ls-row ls-wrap ${classes.facts}`}>
          <span className={classes.avatar}>
            <Avatar name={submitted_by.name} size={22} />
          </span>
          <span className={`ls-ink-3 ${classes.submitted}`}>
            {submitted_by.name} <span aria-hidden>·</span> <Time moment={submitted_at} format={formatAgo} now={seen} />
          </span>
          {set === null && (
            <span className="ls-row ls-wrap ls-gap-6">
              {COUNTED_KINDS.filter((kind) => changes[kind] > 0).map((kind) => (
                <ChangeCounter key={kind} kind={kind} count={changes[kind]} />
              ))}
            </span>
          )}
          {examples.broken > 0 && (
            <span className={`ls-row ls-small ls-semi ls-red ls-nowrap ${classes.broken}`}>
              <IconBroken size={14} aria-hidden />
              {`${examples.broken} of ${plural(examples.all, 'example')} ${agree(examples.broken, 'breaks', 'break')}`}
            </span>
          )}
        </div>
      </div>
      <ImpactShare impact={impact} buckets={set?.buckets} />
      <Tally review={review} />
      <div className={`ls-grid ls-gap-6 ${classes.act}`}>
        <Button
          component={PageLink}
          to={pendingReviewAddress(review)}
          variant={isNext ? 'filled' : 'default'}
          data-track={act}
          aria-label={`${act}: ${title}, ${of}`}
          className={classes.link}
        >
          {act}
        </Button>
        {set === null && mine !== null && (
          <p className={`ls-row ls-small ls-semi ls-ink-3 ${classes.mine}`} data-choice={mine}>
            <Mark size={14} stroke={2.25} aria-hidden />
            {YOUR_VOTE[mine]}
          </p>
        )}
        {set !== null && set.mine > 0 && (
          <p className="ls-small ls-semi ls-ink-3">{`You voted on ${set.mine} of ${set.buckets}`}</p>
        )}
        {missing_signers.length > 0 && (
          <p
            className={`ls-small ls-semi ${missing_signers.some(({ id }) => id === personId) ? 'ls-amber' : 'ls-ink-3'}`}
          >
            {describeSigners(review, personId)}
          </p>
        )}
        {barred !== null && barred !== 'other_signer' && (
          <p className={`ls-row ls-small ls-semi ls-ink-3 ${classes.mine}`}>{BARRED_WORDS[barred]}</p>
        )}
      </div>
    </li>
  );
}

type ProposalRowProps = Readonly<{ proposal: WaitingProposal; now: Date; isNext: boolean }>;

/** Raised appetites of one request. */
export function ProposalRow({ proposal, now, isNext }: ProposalRowProps) {
  const { id, by, at, reason, buckets, cob, partner, refusal, is_own } = proposal;
  const title = `Raise the appetite of ${plural(buckets, 'bucket')}`;
  const of = [cob !== null && classLabel(cob), partner !== null && partnerText(partner)].filter(
    (part) => part !== false,
  );
  const act = refusal === null ? 'Review' : 'View';
  const seen = new Date(Math.max(now.getTime(), Date.parse(at)));
  return (
    <li className={classes.row}>
      <div className={`ls-grid ls-gap-4 ${classes.what}`}>
        <p className={`ls-row ls-wrap ${classes.name}`}>
          <b className="ls-title">{title}</b>
          {of.length > 0 && <span className={`ls-small ls-ink-2 ${classes.partner}`}>{of.join(', ')}</span>}
          <IconOpen size={16} stroke={1.75} aria-hidden className={`ls-ink-3 ls-push ${classes.open}`} />
        </p>
        {reason !== '' && <p className="ls-two-lines ls-ink-2">{reason}</p>}
        <div className={`ls-row ls-wrap ${classes.facts}`}>
          <span className={classes.avatar}>
            <Avatar name={by.name} size={22} />
          </span>
          <span className={`ls-ink-3 ${classes.submitted}`}>
            {by.name} <span aria-hidden>·</span> <Time moment={at} format={formatAgo} now={seen} />
          </span>
        </div>
      </div>
      <p className={`ls-small ls-ink-3 ${classes.tally}`}>Waits for a second person</p>
      <div className={`ls-grid ls-gap-6 ${classes.act}`}>
        <Button
          component={PageLink}
          to={proposalAddress(id)}
          variant={isNext ? 'filled' : 'default'}
          data-track={act}
          aria-label={[`${act}: ${title}`, ...of].join(', ')}
          className={classes.link}
        >
          {act}
        </Button>
        {is_own && <p className={`ls-row ls-small ls-semi ls-ink-3 ${classes.mine}`}>You proposed it</p>}
      </div>
    </li>
  );
}

/** For a set, the votes of all its buckets: too many for a bar each. */
function Tally({ review: { approvals, rejections, required, set } }: Readonly<{ review: PendingReview }>) {
  const filled = Array.from({ length: set === null ? required : 0 }, (_, index) => index < approvals);
  return (
    <div className={`ls-grid ls-gap-6 ls-small ls-num ls-nowrap ls-ink-3 ${classes.tally}`}>
      {set === null ? (
        <span className="ls-bars" aria-hidden>
          {filled.map((given, index) => (
            <span key={index} data-given={given || undefined} />
          ))}
        </span>
      ) : (
        <span className={classes.share} aria-hidden>
          <span style={{ width: `${(100 * approvals) / required}%` }} />
        </span>
      )}
      <p>{`${approvals} of ${required} approvals`}</p>
      {rejections > 0 && <p className="ls-red">{`${rejections} of ${required} rejections`}</p>}
    </div>
  );
}

type Figures = Readonly<{ impact: PendingReview['impact']; buckets: number | undefined }>;

/** Why there is no share. */
const WITHOUT = {
  'on-its-way': 'Being measured',
  'no-portfolio': 'Not measured',
  'none-of-class': 'None of this class',
} as const satisfies Record<Exclude<PendingReview['impact']['state'], 'measured'>, string>;

/** The share of risks that change, as a figure and a meter. `buckets`: of a set, each of which counts its own risks. */
function ImpactShare({ impact: { state, changed, all, day }, buckets }: Figures) {
  if (state !== 'measured') return <p className={`ls-small ls-ink-3 ${classes.impact}`}>{WITHOUT[state]}</p>;
  if (changed === null || all === null)
    return <p className={`ls-small ls-ink-3 ${classes.impact}`}>{`Fewer than ${MIN_SHOWN_RISKS} risks change`}</p>;
  return (
    <div className={`ls-grid ls-gap-4 ls-small ls-num ls-nowrap ${classes.impact}`}>
      <p>
        <b className="ls-title">{describePercent(changed, all)}</b> <span className="ls-ink-2">of risks</span>
      </p>
      <span className={classes.risks} aria-hidden>
        {changed > 0 && <span style={{ width: `${(100 * changed) / all}%` }} />}
      </span>
      <p className="ls-ink-3">
        {grouped(changed)} of {grouped(all)}
      </p>
      {buckets !== undefined && <p className="ls-ink-3">in {buckets} buckets</p>}
      <p className="ls-ink-3">{describeMeasuredDay(day)}</p>
    </div>
  );
}

/** Not those of the other review texts, which would pull the voting rules into the first bundle. */
const YOUR_VOTE = { approve: 'You approved', reject: 'You rejected' } as const;

/** Why the viewer has no vote on it; the draft's page has the full text. */
const BARRED_WORDS = {
  submitter: 'You submitted it',
  editor: 'You edited it',
  dial_author: 'You wrote a dial in it',
  dependent: 'You cannot vote',
} as const satisfies Record<Exclude<NonNullable<PendingReview['barred']>, 'other_signer'>, string>;

/** "Waits for Demo Reviewer One", where only required signers move it on; else who must sign. More are only counted. */
function describeSigners({ missing_signers: people, barred }: PendingReview, personId: string): string {
  const [first, second] = people;
  if (people.some(({ id }) => id === personId)) return 'Waits for you';
  const names = [first?.name, people.length > 2 ? `${people.length - 1} others` : second?.name].filter(Boolean);
  return barred === 'other_signer' ? `Waits for ${names.join(' or ')}` : `${names.join(' or ')} must sign`;
}
