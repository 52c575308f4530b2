import { Button, Select } from '@mantine/core';
import { describeForecast, type ApprovalForecast, forecastApprovals } from '#domain/review/set-vote.ts';
import { describeError } from '#web/api/describeError.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { Bound, CommentField, NotCountedNotice, VoteButtons } from '#web/review/panel/formParts.tsx';
import { YOUR_VOTE } from '#web/review/show/words.ts';
import classes from '#web/review/panel/ReviewForm.module.css';
import { keyOf, type SetView } from './setView.ts';
import { ALL, type SetReview } from './useSetReview.ts';

type SetFormProps = Readonly<{ view: SetView; review: SetReview }>;

/** This person's vote on the set, or on one of its buckets. */
export function SetForm({ view, review }: SetFormProps) {
  const { text, missing, field, votable, approvable, open, vote, comment } = review;
  const mayComment = open.some(({ abilities }) => abilities.comment);
  const mayVote = open.some(({ abilities }) => abilities.vote);
  const refusal = open.find((bucket) => bucket.refusal !== null);
  if (open.length === 0 || (!mayComment && !mayVote && refusal === undefined)) return null;
  const working = vote.isPending || comment.isPending;
  const error = vote.error ?? comment.error;
  const notCounted = votable[0]?.vote_not_counted ?? null;
  const foreseen = forecastApprovals(approvable.map(view.votedOf), review.personId, notCounted === null);
  return (
    <div className={`ls-grid ls-gap-10 ls-fixed ls-sunken ls-rule ${classes.foot}`}>
      {(mayComment || mayVote) && (
        <CommentField field={field} text={text} onType={review.type} mayVote={mayVote} missing={missing} />
      )}
      {(mayComment || mayVote) && (
        <div className="ls-flex ls-gap-8">
          <ScopeField view={view} review={review} />
          {mayComment && (
            <Button
              variant="default"
              data-track="Comment"
              disabled={text.trim() === '' || working}
              loading={comment.isPending}
              onClick={() => comment.mutate()}
            >
              Comment
            </Button>
          )}
        </div>
      )}
      {error !== null && <Refused review={review} error={error} />}
      {notCounted !== null && <NotCountedNotice text={notCounted} />}
      {votable.length > 0 && (
        <VoteButtons
          casting={vote.isPending ? vote.variables.choice : undefined}
          isOff={(choice) => working || (choice === 'approve' && approvable.length === 0)}
          approveLabel={approveLabel(view, review)}
          onCast={(choice) => (choice === 'approve' ? review.approve(foreseen) : review.reject())}
        />
      )}
      <Note view={view} review={review} foreseen={foreseen} />
      <ConfirmDialog
        opened={review.toConfirm !== undefined}
        question={liveQuestion(foreseen.active)}
        consequence={<Consequence foreseen={foreseen} />}
        confirmLabel="Approve and make live"
        cancelLabel="Continue reviewing"
        onConfirm={() => review.confirm(true)}
        onCancel={() => review.confirm(false)}
      />
    </div>
  );
}

/** "Approve all 9", "Approve the other 8" after a refusal, "Approve 9158 Fulmar". */
function approveLabel({ nameOf }: SetView, { approvable, votable, refused, scope }: SetReview): string {
  const [first] = approvable;
  if (first === undefined) return votable.length === 1 ? 'Approved' : `Approved all ${votable.length}`;
  if (scope !== ALL || approvable.length === 1) return `Approve ${nameOf(first)}`;
  return refused.size > 0 ? `Approve the other ${approvable.length}` : `Approve all ${approvable.length}`;
}

const liveQuestion = (active: readonly string[]): string =>
  active.length === 1 ? `Make ${active[0]} live?` : `Make ${active.length} buckets live?`;

function Consequence({ foreseen }: Readonly<{ foreseen: ApprovalForecast }>) {
  const { outcome, rest } = describeForecast(foreseen);
  return (
    <>
      <p>{outcome} What is live there now is replaced at once.</p>
      <p className="ls-above-4">{rest}</p>
    </>
  );
}

/** The effect of the votes, or why none are possible. */
function Note({ view, review, foreseen }: SetFormProps & Readonly<{ foreseen: ApprovalForecast }>) {
  const { votable, approvable, scoped } = review;
  const barred = scoped.filter(({ refusal }) => refusal !== null);
  const [first] = barred;
  const why = first?.refusal;
  if (votable.length === 0) return why ? <Bound>{why}</Bound> : null;
  const { outcome, rest } = describeForecast(foreseen);
  const mine = [...new Set(votable.map((bucket) => bucket.mine))];
  const own = mine.length === 1 ? mine[0] : undefined;
  return (
    <Bound>
      {own && <b className="ls-ink-2">{YOUR_VOTE[own]}. </b>}
      {approvable.length > 0 && (
        <>
          {outcome !== '' && <b className="ls-ink-2">{outcome} </b>}
          {rest}
        </>
      )}
      {approvable.length === 0 && 'You may change your vote until the round ends.'}
      {first !== undefined && why && ` Without ${barred.length === 1 ? view.nameOf(first) : barred.length}: ${why}`}
    </Bound>
  );
}

/** No vote was cast; each refused bucket says why in its row. */
function Refused({ review, error }: Readonly<{ review: SetReview; error: Error }>) {
  const { size } = review.refused;
  return (
    <p role="alert" className="ls-notice" data-tone="red">
      {size === 0
        ? describeError(error)
        : `No vote was cast: ${plural(size, 'bucket')} could not take it. ${agree(size, 'Its row says', 'Their rows say')} why.`}
    </p>
  );
}

/** All open buckets, or one of them. */
function ScopeField({ view, review: { open, scope, choose } }: SetFormProps) {
  return (
    <Select
      aria-label="What the comment and the vote are about"
      data={[
        { value: ALL, label: open.length === 1 ? 'On the bucket' : `On all ${open.length} buckets` },
        ...open.map((bucket) => ({ value: keyOf(bucket), label: `On ${view.nameOf(bucket)}` })),
      ]}
      value={scope}
      onChange={(next) => choose(next ?? ALL)}
      className="ls-grow"
      allowDeselect={false}
      searchable
      maxDropdownHeight={280}
      comboboxProps={{ position: 'top-start', width: 260 }}
      nothingFoundMessage="No matching bucket"
    />
  );
}
