import { Button, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { diffDials } from '#domain/dial/diff.ts';
import { useApi } from '#web/api/client.tsx';
import { classLabel } from '#web/bucket/address.ts';
import { dialPlacesQuery } from '#web/bucket/query.ts';
import { useNameOption, versionImpactQuery } from '#web/dial/query.ts';
import { labelOfChange } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import '#web/dimension/selects.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { FetchError, isMissing } from '#web/frame/FetchError.tsx';
import { LeaveDialog } from '#web/frame/LeaveDialog.tsx';
import { LinkButton, PageLink } from '#web/frame/PageLink.tsx';
import { useUnsaved } from '#web/frame/useLeaveGuard.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys/keys.ts';
import { plural } from '#web/kit/plural.ts';
import { RisksThatChange } from './RisksThatChange.tsx';
import { PlaceField } from './PlaceField.tsx';
import { baseVersion, type DialInBuckets, type Rollout, ROLLOUTS, type RolloutRow } from './rolloutPlan.ts';
import { RolloutTable } from './RolloutTable.tsx';
import { type RolloutState, useRollout } from './useRollout.ts';
import { LIST_TITLES, NOTHING, TITLES } from './words.ts';
import classes from './Rollout.module.css';

/** One change of a dial in many buckets: chosen, described once, and submitted together. */
export function RolloutPage() {
  const { dialId = '', rollout: asked = 'update' } = useParams();
  const rollout = ROLLOUTS.find((one) => one === asked) ?? 'update';
  const query = useQuery(dialPlacesQuery(useApi(), dialId));
  if (query.data) {
    const { versions, buckets } = query.data;
    return <RolloutOf key={rollout} dial={{ dialId, versions, buckets }} rollout={rollout} />;
  }
  return (
    <AppPage title={TITLES[rollout]} parent={{ to: `/dials/${dialId}`, name: 'Dial' }}>
      {query.error === null && <Card waiting={9} />}
      {query.error !== null &&
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

type RolloutOfProps = Readonly<{ dial: DialInBuckets; rollout: Rollout }>;

function RolloutOf({ dial, rollout }: RolloutOfProps) {
  const state = useRollout(dial, rollout);
  const { dialId, versions } = dial;
  const name = versions.at(-1)?.data.name ?? 'Dial';
  const blocker = useUnsaved(state.isDirty && !state.busy);
  useKeys(THIS_PAGE, [
    { keys: 'mod+S', does: 'Save the drafts', run: state.save, inFields: true },
    { keys: 'mod+Enter', does: 'Save and submit together', run: state.submit, inFields: true },
    { keys: 'Space', does: 'Choose a bucket; arrows move' },
  ]);
  const field = useFocusWhen(state.isMissing);
  return (
    <AppPage
      title={TITLES[rollout]}
      subtitle={[
        { label: 'Dials', to: '/dials' },
        { label: name, to: `/dials/${dialId}` },
      ]}
      parent={{ to: `/dials/${dialId}`, name }}
      status={<span className="ls-tag ls-blue">v{state.newest}</span>}
      bar={state.rows.length > 0 ? <Bar state={state} dialId={dialId} /> : undefined}
    >
      {state.rows.length === 0 ? (
        <EmptyState title={NOTHING[rollout](state.newest)} text="There is nothing to change." />
      ) : (
        <div className="ls-grid ls-gap-16">
          {state.failure && (
            <ErrorState
              title={state.failure.title}
              detail={state.failure.detail}
              reference={state.failure.reference}
              {...(state.others > 0 && {
                retryLabel: `Try the other ${state.others}`,
                retrying: state.busy,
                onRetry: state.sendOthers,
              })}
            />
          )}
          <div className={classes.layout}>
            {rollout === 'update' ? <WhatChanges dial={dial} /> : <PlaceField state={state} rollout={rollout} />}
            <Card>
              <Textarea
                label="Description"
                description={describeField(state.chosen.length)}
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
          <Buckets dial={dial} rollout={rollout} state={state} />
        </div>
      )}
      <LeaveDialog blocker={blocker} consequence="What you chose and wrote here is lost." />
    </AppPage>
  );
}

const describeField = (count: number): string =>
  count > 1 ? `What changes, and why. One for all ${count} reviews.` : 'What changes, and why.';

/** The field that is missing takes the focus when that is said. */
function useFocusWhen(isMissing: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isMissing) field.current?.focus();
  }, [isMissing]);
  return field;
}

/** What the newest version says otherwise than the one that most of these buckets hold. */
function WhatChanges({ dial: { dialId, versions, buckets } }: Readonly<{ dial: DialInBuckets }>) {
  const nameOption = useNameOption();
  const newest = versions.at(-1);
  const base = newest && versions.find(({ version }) => version === baseVersion(buckets, newest.version));
  if (newest === undefined || base === undefined) return null;
  const changes = diffDials(base.data, newest.data).filter(
    (change) => !(change.kind === 'text' && change.field === 'reason'),
  );
  return (
    <Card
      title="What changes"
      note={
        <span className="ls-row">
          <span className="ls-tag">v{base.version}</span>→<span className="ls-tag ls-blue">v{newest.version}</span>
        </span>
      }
      aside={
        <PageLink to={`/dials/${dialId}?compare=${base.version}..${newest.version}`} className="ls-link ls-small">
          Compare versions
        </PageLink>
      }
    >
      <div className={classes.changes}>
        {changes.map((change) => (
          <DialDifference key={labelOfChange(change)} change={change} nameOption={nameOption} />
        ))}
        {changes.length === 0 && <p className="ls-ink-2">Only the reason differs.</p>}
      </div>
    </Card>
  );
}

function Buckets({ dial, rollout, state }: RolloutOfProps & Readonly<{ state: RolloutState }>) {
  const cobs = [...new Set(state.rows.map(({ place }) => place.cob))];
  // A dial that one class uses is first looked for there.
  const [home, ...others] = new Set(dial.buckets.filter(({ held }) => held !== null).map((place) => place.cob));
  const [cob, setCob] = useState<string | null>(
    rollout === 'add' && others.length === 0 && home !== undefined && cobs.includes(home) ? home : null,
  );
  const rows = cob === null ? state.rows : state.rows.filter(({ place }) => place.cob === cob);
  const impact = useQuery({
    ...versionImpactQuery(useApi(), dial.dialId, state.newest),
    enabled: rollout === 'update',
  }).data;
  const kept = rows.filter(({ plan }) => plan?.settled.some(({ stays }) => stays)).length;
  const asked = rows.filter(({ plan }) => (plan?.questions.length ?? 0) > 0).length;
  const [only] = cobs;
  return (
    <Card
      title={LIST_TITLES[rollout]}
      note={
        <span className="ls-row">
          <span className="ls-chip ls-num">{rows.length}</span>
          {cobs.length === 1 && only !== undefined && `all ${classLabel(only)}`}
        </span>
      }
      aside={
        rollout === 'update' ? (
          `${plural(kept, 'override')} kept, ${asked} asked, ${rows.filter(({ conflict }) => conflict).length} conflicting`
        ) : cobs.length > 1 ? (
          <Select
            size="xs"
            aria-label="Class of business"
            placeholder="All classes"
            searchable
            clearable
            data={cobs.map((slug) => ({ value: slug, label: classLabel(slug) }))}
            value={cob}
            onChange={setCob}
          />
        ) : undefined
      }
      padded={false}
    >
      <RolloutTable
        state={state}
        rollout={rollout}
        rows={rows}
        withClass={cobs.length > 1}
        impactOf={
          impact?.state === 'measured' ? (row: RolloutRow) => <RisksThatChange row={row} impact={impact} /> : undefined
        }
      />
    </Card>
  );
}

type BarProps = Readonly<{ state: RolloutState; dialId: string }>;

function Bar({ state, dialId }: BarProps) {
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
        <Button variant="subtle" color="slate" component={PageLink} to={`/dials/${dialId}`}>
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
