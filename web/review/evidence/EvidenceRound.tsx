import type { ReviewAuthor, ReviewRound } from '#contract/review.ts';
import { writeDay } from '#domain/day/day.ts';
import { joinWords } from '#domain/authority/rule.ts';
import type { DetailOf } from '#domain/event/event.ts';
import { describeAuthor } from '#domain/review/author.ts';
import { classLabel } from '#web/bucket/address.ts';
import { describeRestart } from '#domain/bucket/stop.ts';
import { plural } from '#web/kit/plural.ts';
import { threadComments } from '#domain/review/thread.ts';
import { joinNames } from '#web/review/signers.ts';
import { CHOICE_WORDS, discountText, OUTCOME_WORDS, replyText } from '#web/review/show/words.ts';
import { PaperTable, utcText } from '#web/kit/PaperTable.tsx';
import classes from './Evidence.module.css';

/** "Demo Underwriter (edited the draft)"; for old rounds only the name. */
function authorText(author: ReviewAuthor): string {
  const why = describeAuthor(author);
  return why === '' ? author.name : `${author.name} (${why})`;
}

type AuditRecords = readonly Readonly<{
  at: string;
  by: Readonly<{ name: string }> | null;
  action: string;
  detail: unknown;
}>[];
type EvidenceRoundProps = Readonly<{
  round: ReviewRound & Readonly<{ same_content: boolean; rules: readonly string[] | null }>;
  /** The records of the bucket. */
  audit: AuditRecords;
}>;

export function EvidenceRound({ round, audit }: EvidenceRoundProps) {
  const { number, outcome, submitted_by, submitted_at, closed_at, description, hash, votes, authors, comments, set } =
    round;
  return (
    <div className="ls-grid ls-gap-6 ls-above-12">
      <h4 className="ls-bold">
        Review {number}: {outcome === null ? 'open' : OUTCOME_WORDS[outcome]}
      </h4>
      <p>{description}</p>
      <p className="ls-small ls-ink-3">
        Submitted by {submitted_by.name}, {utcText(submitted_at)}
        {closed_at !== null && `; ended ${utcText(closed_at)}`}. Written by {authors.map(authorText).join('; ')}.
      </p>
      {round.live_on !== null && (
        <p className="ls-small ls-ink-3">
          To go live on {writeDay(round.live_on)}, 00:00 UTC, which is part of the hash
          {round.brings_forward !== null && `, earlier than approved in review ${round.brings_forward}`}.
          {round.approved_at !== null && ` Approved ${utcText(round.approved_at)}.`}
        </p>
      )}
      {changesOfDay(round, audit).map((text) => (
        <p key={text} className="ls-small ls-ink-3">
          {text}
        </p>
      ))}
      <p className="ls-small ls-ink-3">
        Content reviewed: <span className={`ls-mono ls-tiny ${classes.hash}`}>{hash}</span>{' '}
        {round.same_content ? '(the content of this version)' : '(other content than this version)'}
      </p>
      {round.restart && (
        <p className="ls-small ls-ink-3">
          {describeRestart({
            by: round.restart.by.name,
            when: utcText(round.restart.at),
            reason: round.restart.reason,
          })}
        </p>
      )}
      {set !== null && <SetLines set={set} />}
      <AuthorityLines round={round} />
      {votes.length > 0 && (
        <PaperTable label={`Votes of review ${number}`} heads={['Vote', 'By', 'When', 'Comment']}>
          {votes.map(({ by, choice, at, comment, discounted, signs_for }) => (
            <tr key={by.id}>
              <td>
                {CHOICE_WORDS[choice]}
                {discounted !== null && `. ${discountText(discounted)}`}
              </td>
              <td>
                {by.name}
                {signs_for && `, for ${signs_for.name}`}
              </td>
              <td className="ls-nowrap">{utcText(at)}</td>
              <td>{comment}</td>
            </tr>
          ))}
        </PaperTable>
      )}
      {comments.length > 0 && (
        <PaperTable label={`Comments of review ${number}`} heads={['On', 'By', 'When', 'Comment']}>
          {threadComments(comments)
            .flatMap(({ comment, replies }) => [comment, ...replies])
            .map((comment) => {
              const { id, by, at, text, dial, resolved } = comment;
              return (
                <tr key={id}>
                  <td>{dial?.name ?? replyText(comment, comments) ?? 'the whole'}</td>
                  <td>{by.name}</td>
                  <td className="ls-nowrap">{utcText(at)}</td>
                  <td>
                    {text}
                    {resolved && (
                      <span className="ls-block ls-small ls-ink-3">
                        Resolved by {resolved.by.name}, {utcText(resolved.at)}
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
        </PaperTable>
      )}
    </div>
  );
}

/** The rules of authority that it was submitted under, and whom they asked for. */
function AuthorityLines({ round: { rules, signers } }: Pick<EvidenceRoundProps, 'round'>) {
  if (rules === null) return null;
  return (
    <div className="ls-small ls-ink-3">
      <p>
        {rules.length === 0
          ? 'No rule of authority covered this bucket.'
          : 'Rules of authority that covered this bucket:'}
      </p>
      <ul className="ls-list">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {rules.length > 0 && signers.length === 0 && <p>None of them asked for a certain approver.</p>}
      {signers.map(({ rule, people, reasons, is_missing }) => (
        <p key={rule}>
          Required: {joinNames(people)}, because {joinWords(reasons.map(({ text }) => text))}.{' '}
          {is_missing ? 'Not given.' : 'Given.'}
        </p>
      ))}
    </div>
  );
}

/** Who put the round off or called it off, when and why, from the audit records. */
function changesOfDay({ number, submitted_at, closed_at }: ReviewRound, audit: AuditRecords): string[] {
  return audit
    .filter(({ at }) => at >= submitted_at && (closed_at === null || at <= closed_at))
    .flatMap(({ action, at, by, detail }) => {
      const who = `by ${by?.name ?? 'Lineslip'}, ${utcText(at)}`;
      if (action === 'bucket_put_off') {
        const { round, was, became, reason } = detail as DetailOf<'bucket_put_off'>;
        return round === number ? [`Put off from ${writeDay(was)} to ${writeDay(became)} ${who}: “${reason}”`] : [];
      }
      if (action !== 'bucket_called_off') return [];
      const { round, live_on, reason } = detail as DetailOf<'bucket_called_off'>;
      return round === number ? [`${writeDay(live_on)} called off ${who}: “${reason}”`] : [];
    });
}

type SetLinesProps = Readonly<{ set: NonNullable<ReviewRound['set']> }>;

/** The set the review belonged to, and the outcome of its other buckets. */
function SetLines({ set: { title, others } }: SetLinesProps) {
  const groups = Map.groupBy(
    others,
    ({ outcome, cob }) => `${outcome === null ? 'Open' : OUTCOME_WORDS[outcome]}, ${classLabel(cob)}`,
  );
  return (
    <div className="ls-small ls-ink-3">
      <p>
        Submitted together with {plural(others.length, 'other bucket')} as “{title}”.
      </p>
      <ul className="ls-list">
        {[...groups].map(([group, buckets]) => (
          <li key={group}>
            {group}: {buckets.map(({ partner }) => partner).join(', ')}.
          </li>
        ))}
      </ul>
    </div>
  );
}
