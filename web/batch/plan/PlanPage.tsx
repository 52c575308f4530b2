import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { bucketName, DRAFTS_ADDRESS, reviewSetAddress } from '#web/bucket/address.ts';
import { dayOfBucket } from '#web/review/goLive.ts';
import { SubmissionFields, type SubmissionFormState, useSubmission } from '#web/review/Submission.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { Loaded, type LoadedQuery } from '#web/base/page/Loaded.tsx';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { LinkButton, PageLink } from '#web/base/page/PageLink.tsx';
import { useUnsaved } from '#web/base/page/useLeaveGuard.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { plural } from '#web/kit/plural.ts';
import { writeKeys } from '#web/kit/stroke.ts';
import { useMay } from '#web/base/session/session.tsx';
import { isMeasurable, keyOf, PlanDayContext, type PlannedBucket, requestOf } from '#web/batch/editPlan.ts';
import { PlanEndings } from './PlanEndings.tsx';
import type { EditPlanState } from './useEditPlan.ts';
import classes from './Plan.module.css';

/** After saving: the review set, the drafts, or back to the referring page. */
export function useLeavePlan(back: string, { form }: Pick<SubmissionFormState, 'form'>) {
  const navigate = useNavigate();
  const mayReview = useMay()({ scope: 'review', action: 'view' });
  return ({ set, draftSet }: Readonly<{ set: string | null; draftSet: string | null }>) => {
    if (draftSet !== null) return navigate(DRAFTS_ADDRESS, { state: { saved: true, draftSet, form } });
    return navigate(set !== null && mayReview ? reviewSetAddress(set) : back, { state: { saved: true } });
  };
}

type PlanPageProps<Bucket extends PlannedBucket> = Readonly<{
  title: string;
  /** The dial, and a link to it: the page to return to. */
  subject: Readonly<{ name: string; to: string }>;
  status: ReactNode;
  state: EditPlanState<Bucket>;
  form: SubmissionFormState;
  /** Whether anything besides the buckets was chosen. */
  isTouched: boolean;
  /** Shown when no bucket can take the change. */
  nothing: string;
  /** Beside the description. */
  about: ReactNode;
  /** What is chosen. */
  children: ReactNode;
}>;

/** One change of many buckets: one description, refusals, save and submit. */
export function PlanPage<Bucket extends PlannedBucket>(props: PlanPageProps<Bucket>) {
  const { title, subject, status, state, form, isTouched, nothing, about, children } = props;
  const { name, to } = subject;
  const { chosen, open, stopReason, busy, failure } = state;
  const { goLive, description } = form.form;
  const [wasSubmit, setWasSubmit] = useState(false);
  // Known once the server refused to submit them.
  const [broken, setBroken] = useState(state.brokenExamples);
  const found = state.brokenExamples;
  if (found.length > 0 && keyOfExamples(found) !== keyOfExamples(broken)) setBroken(found);
  const submission = useSubmission({
    ...form,
    buckets: chosen.map((bucket) => ({ key: keyOf(bucket), name: bucketName(bucket) })),
    broken,
    needsReply: state.needsReply,
    // A refusal of drafts that were only saved is no reason to move to a field of the submission.
    failure: wasSubmit ? failure : undefined,
  });
  const blocker = useUnsaved((description.trim() !== '' || state.isTouched || isTouched) && !busy);

  const save = (isSubmit: boolean, send = state.save) => {
    if (stopReason !== undefined) return;
    setWasSubmit(isSubmit);
    if (isSubmit) submission.submit(send);
    else send();
  };
  useKeys(THIS_PAGE, [
    { keys: 'mod+S', does: 'Save the drafts', run: () => save(false), inFields: true },
    { keys: 'mod+Enter', does: 'Save and submit together', run: () => save(true), inFields: true },
    { keys: 'Space', does: 'Choose a bucket; arrows move' },
  ]);

  const count = chosen.length;
  const drafts = plural(count, 'draft');
  const off = stopReason !== undefined;
  const bar = (
    <div className="ls-row ls-wrap ls-spread ls-grow">
      <p role="status">
        <b>{plural(count, 'bucket')}</b>{' '}
        <span className={`ls-ink-3 ${off ? '' : classes.hint}`}>
          {stopReason ?? (count > 1 && 'Each becomes a draft, and reviewers see them as one set')}
        </span>
      </p>
      <div className="ls-row ls-wrap">
        <Button variant="subtle" color="slate" component={PageLink} to={to}>
          Cancel
        </Button>
        <Button variant="default" disabled={off} loading={busy} title={writeKeys('mod+S')} onClick={() => save(false)}>
          {`Save ${drafts}`}
        </Button>
        <Button disabled={off} loading={busy} title={writeKeys('mod+Enter')} onClick={() => save(true)}>
          {open > 0 ? stopReason : `Save ${drafts} and submit${count > 1 ? ' together' : ''}`}
        </Button>
      </div>
    </div>
  );
  return (
    <AppPage
      title={title}
      subtitle={[{ label: 'Dials', to: '/dials' }, ...(to === '/dials' ? [{ label: name }] : [{ label: name, to }])]}
      parent={{ to, name: to === '/dials' ? 'Dials' : name }}
      status={status}
      bar={state.plan.length > 0 ? bar : undefined}
    >
      {state.plan.length === 0 ? (
        <EmptyState title={nothing} text="There is nothing to change." />
      ) : (
        <div className="ls-grid ls-gap-16">
          {failure && (
            <ErrorState
              title={failure.title}
              detail={submission.missing.tick ? UNTICKED : failure.detail}
              {...(state.others > 0 && {
                retryLabel: `Try the other ${state.others}`,
                retrying: busy,
                onRetry: () => save(wasSubmit, state.saveOthers),
              })}
            />
          )}
          <div className={classes.layout}>
            {about}
            <Card>
              <SubmissionFields
                submission={submission}
                about={count > 1 ? `What changes, and why. One for all ${count} reviews.` : 'What changes, and why.'}
                signed={chosen.filter(isMeasurable).map(requestOf)}
              >
                <PlanEndings state={state} goLive={goLive} />
              </SubmissionFields>
            </Card>
          </div>
          <PlanDayContext value={(bucket) => dayOfBucket(goLive, keyOf(bucket))}>{children}</PlanDayContext>
        </div>
      )}
      <LeaveDialog blocker={blocker} consequence="Your choices and text will be lost." />
    </AppPage>
  );
}

const UNTICKED = 'Examples newly break. Tick that you know it, and submit again. Nothing was changed.';

const keyOfExamples = (examples: readonly Readonly<{ id: string }>[]): string => examples.map(({ id }) => id).join(' ');

type PlanWaitingProps = Readonly<{ title: string; dialId: string; query: LoadedQuery<unknown> }>;

/** Until the buckets with a dial are loaded, or the error if that fails. */
export function PlanWaiting({ title, dialId, query }: PlanWaitingProps) {
  return (
    <Loaded
      query={query}
      page={{ title, parent: { to: `/dials/${dialId}`, name: 'Dial' } }}
      skeleton={<Card waiting={9} />}
      missing={{
        title: 'There is no such published dial',
        text: 'It may have been deleted, or was never published.',
        action: <LinkButton to="/dials" label="View all dials" />,
      }}
    />
  );
}
