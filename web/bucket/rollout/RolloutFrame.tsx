import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { type FailedQuery, FetchError, isMissing } from '#web/frame/FetchError.tsx';
import { LeaveDialog } from '#web/frame/LeaveDialog.tsx';
import { LinkButton, PageLink } from '#web/frame/PageLink.tsx';
import { useUnsaved } from '#web/frame/useLeaveGuard.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys/keys.ts';
import { plural } from '#web/kit/plural.ts';
import type { RolloutState } from './useRollout.ts';
import classes from './Rollout.module.css';

type RolloutFrameProps = Readonly<{
  title: string;
  /** The dial, and a link to it. */
  subject: Readonly<{ name: string; to: string }>;
  status: ReactNode;
  state: RolloutState;
  /** Shown when no bucket can take the change. */
  nothing: string;
  /** Beside the description. */
  about: ReactNode;
  /** What is chosen. */
  children: ReactNode;
}>;

/** The frame of every change in many buckets: one description, refusals, save and submit. */
export function RolloutFrame({ title, subject, status, state, nothing, about, children }: RolloutFrameProps) {
  const { name, to } = subject;
  const blocker = useUnsaved(state.isDirty && !state.busy);
  useKeys(THIS_PAGE, [
    { keys: 'mod+S', does: 'Save the drafts', run: state.save, inFields: true },
    { keys: 'mod+Enter', does: 'Save and submit together', run: state.submit, inFields: true },
    { keys: 'Space', does: 'Choose a bucket; arrows move' },
  ]);
  const field = useFocusWhen(state.isMissing);
  const { failure, chosen } = state;
  return (
    <AppPage
      title={title}
      subtitle={[{ label: 'Dials', to: '/dials' }, ...(to === '/dials' ? [{ label: name }] : [{ label: name, to }])]}
      parent={{ to, name: to === '/dials' ? 'Dials' : name }}
      status={status}
      bar={state.rows.length > 0 ? <Bar state={state} /> : undefined}
    >
      {state.rows.length === 0 ? (
        <EmptyState title={nothing} text="There is nothing to change." />
      ) : (
        <div className="ls-grid ls-gap-16">
          {failure && (
            <ErrorState
              title={failure.title}
              detail={failure.detail}
              reference={failure.reference}
              {...(state.others > 0 && {
                retryLabel: `Try the other ${state.others}`,
                retrying: state.busy,
                onRetry: state.sendOthers,
              })}
            />
          )}
          <div className={classes.layout}>
            {about}
            <Card>
              <Textarea
                label="Description"
                description={
                  chosen.length > 1
                    ? `What changes, and why. One for all ${chosen.length} reviews.`
                    : 'What changes, and why.'
                }
                required
                autosize
                minRows={3}
                maxLength={BUCKET_LIMITS.description}
                value={state.description}
                error={state.isMissing && 'Required'}
                onChange={(event) => state.describe(event.currentTarget.value)}
                ref={field}
              />
            </Card>
          </div>
          {children}
        </div>
      )}
      <LeaveDialog blocker={blocker} consequence="Your choices and text will be lost." />
    </AppPage>
  );
}

type RolloutWaitingProps = Readonly<{ title: string; dialId: string; query: FailedQuery }>;

/** Until the buckets with a dial are loaded, or the error if that fails. */
export function RolloutWaiting({ title, dialId, query }: RolloutWaitingProps) {
  return (
    <AppPage title={title} parent={{ to: `/dials/${dialId}`, name: 'Dial' }}>
      {!query.error && <Card waiting={9} />}
      {query.error &&
        (isMissing(query.error) ? (
          <EmptyState
            title="There is no such published dial"
            text="It may have been deleted, or was never published."
            action={<LinkButton to="/dials" label="View all dials" />}
          />
        ) : (
          <FetchError query={query} />
        ))}
    </AppPage>
  );
}

/** Focuses the missing field when the error appears. */
function useFocusWhen(isMissing: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isMissing) field.current?.focus();
  }, [isMissing]);
  return field;
}

function Bar({ state }: Readonly<{ state: RolloutState }>) {
  const { chosen, open, busy, stopped } = state;
  const count = chosen.length;
  const drafts = plural(count, 'draft');
  const off = stopped !== undefined;
  return (
    <div className="ls-row ls-wrap ls-spread ls-grow">
      <p role="status">
        <b>{plural(count, 'bucket')}</b>{' '}
        <span className={`ls-ink-3 ${stopped === undefined ? classes.hint : ''}`}>
          {stopped ?? (count > 1 && 'Each becomes a draft, and reviewers see them as one set')}
        </span>
      </p>
      <div className="ls-row ls-wrap">
        <Button variant="subtle" color="slate" component={PageLink} to={state.back}>
          Cancel
        </Button>
        <Button variant="default" disabled={off} loading={busy} title="Ctrl S" onClick={state.save}>
          {`Save ${drafts}`}
        </Button>
        <Button disabled={off} loading={busy} title="Ctrl Enter" onClick={state.submit}>
          {open > 0 ? stopped : `Save ${drafts} and submit${count > 1 ? ' together' : ''}`}
        </Button>
      </div>
    </div>
  );
}
