import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { diffDials } from '#domain/dial/diff.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { classLabel } from '#web/bucket/address.ts';
import { canChoose, keyOf } from './editPlan.ts';
import { useSubmissionForm } from '#web/review/Submission.tsx';
import { PlanPage, PlanWaiting, useLeavePlan } from '#web/batch/plan/PlanPage.tsx';
import { PlanTable } from '#web/batch/plan/PlanTable.tsx';
import { type EditPlanState, useEditPlan } from '#web/batch/plan/useEditPlan.ts';
import { DialDifferences } from '#web/rule/Difference.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { utcToday } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { useSession } from '#web/base/session/session.tsx';
import { AddPage } from '#web/batch/rollout/add/AddPage.tsx';
import { RowDetails } from '#web/batch/rollout/RowDetails.tsx';
import { VersionTags } from '#web/rule/Replaced.tsx';
import { RowDifference } from '#web/batch/rollout/RowDifference.tsx';
import {
  type Answers,
  baseVersion,
  countSameEffect,
  type DialInBuckets,
  isRollout,
  planRollout,
  type Rollout,
  type RolloutBucket,
  TITLES,
} from '#web/batch/rollout/rolloutPlan.ts';
import classes from '#web/batch/plan/Plan.module.css';

/** One change of a dial in many buckets: chosen, described once, and submitted together. */
export function RolloutPage() {
  const { dialId = '', rollout: param = 'update' } = useParams();
  const rollout = isRollout(param) ? param : 'update';
  return rollout === 'add' ? <AddPage dialId={dialId} /> : <InUsePage dialId={dialId} rollout={rollout} />;
}

function InUsePage({ dialId, rollout }: Readonly<{ dialId: string }> & Pick<ChangeProps, 'rollout'>) {
  const query = useApiQuery('listDialPlaces', { params: { dialId } });
  if (query.data) {
    const { versions, buckets } = query.data;
    return <ChangeInUse key={rollout} dial={{ dialId, versions, buckets }} rollout={rollout} />;
  }
  return <PlanWaiting title={TITLES[rollout]} dialId={dialId} query={query} />;
}

type ChangeProps = Readonly<{ dial: DialInBuckets; rollout: Exclude<Rollout, 'add'> }>;

/** For a dial in use: buckets take its newest version, or lose it. */
function ChangeInUse({ dial, rollout }: ChangeProps) {
  const { dialId, versions } = dial;
  const [answers, setAnswers] = useState<Answers>({});
  const personId = useSession().person.id;
  const plan = useMemo(
    () => planRollout(dial, rollout, answers, { today: utcToday(), personId }),
    [dial, rollout, answers, personId],
  );
  const back = `/dials/${dialId}`;
  const form = useSubmissionForm();
  const state = useEditPlan({ plan, onSaved: useLeavePlan(back, form) });
  const newest = versions.at(-1)?.version ?? 1;
  return (
    <PlanPage
      title={TITLES[rollout]}
      subject={{ name: versions.at(-1)?.data.name ?? 'Dial', to: back }}
      status={<span className="ls-tag ls-blue">v{newest}</span>}
      state={state}
      form={form}
      isTouched={Object.keys(answers).length > 0}
      nothing={rollout === 'update' ? describeUpToDate(newest, countSameEffect(dial)) : 'No bucket holds this dial.'}
      about={rollout === 'update' ? <WhatChanges dial={dial} /> : <RemovalNote />}
    >
      <Buckets rollout={rollout} state={state} newest={newest} answers={answers} onAnswer={setAnswers} />
    </PlanPage>
  );
}

const describeUpToDate = (newest: number, same: number): string =>
  same === 0
    ? `Every bucket holds v${newest}.`
    : `Every bucket holds v${newest}, or a version that differs from it only in the reason.`;

const RemovalNote = () => (
  <Card title="What changes">
    <p className="ls-ink-2">
      The dial is removed from the buckets below, along with their overrides. The dials after it move up.
    </p>
  </Card>
);

/** The differences between the newest version and the one that most of these buckets have. */
function WhatChanges({ dial }: Readonly<{ dial: DialInBuckets }>) {
  const { dialId, versions } = dial;
  const newest = versions.at(-1);
  const base = newest && versions.find(({ version }) => version === baseVersion(dial));
  if (newest === undefined || base === undefined) return null;
  const same = countSameEffect(dial);
  return (
    <Card
      title="What changes"
      note={<VersionTags before={base.version} after={newest.version} />}
      aside={
        <PageLink to={`/dials/${dialId}?compare=${base.version}..${newest.version}`} className="ls-link ls-small">
          Compare versions
        </PageLink>
      }
    >
      <div className="ls-grid ls-gap-10">
        <DialDifferences changes={diffDials(base.data, newest.data)} />
        {same > 0 && (
          <p className="ls-ink-2">
            {plural(same, 'bucket')} not listed: {agree(same, 'its version differs', 'their versions differ')} from v
            {newest.version} only in the reason.
          </p>
        )}
      </div>
    </Card>
  );
}

type BucketsProps = Pick<ChangeProps, 'rollout'> &
  Readonly<{
    state: EditPlanState<RolloutBucket>;
    newest: number;
    answers: Answers;
    onAnswer: (update: (before: Answers) => Answers) => void;
  }>;

function Buckets({ rollout, state, newest, answers, onAnswer }: BucketsProps) {
  const { plan } = state;
  const isUpdate = rollout === 'update';
  const cobs = [...new Set(plan.map(({ cob }) => cob))];
  const kept = plan.filter(({ update }) => update?.settled.some(({ stays }) => stays)).length;
  const questioned = plan.filter(({ update }) => (update?.questions.length ?? 0) > 0).length;
  const [only] = cobs;
  const difference = (bucket: RolloutBucket) => (
    <RowDifference
      bucket={bucket}
      newest={newest}
      answers={answers[keyOf(bucket)] ?? {}}
      onAnswer={(value, answer) =>
        onAnswer((before) => ({ ...before, [keyOf(bucket)]: { ...before[keyOf(bucket)], [value]: answer } }))
      }
    />
  );
  return (
    <Card
      title={isUpdate ? 'Buckets with an older version' : 'Buckets with this dial'}
      note={
        <span className="ls-row">
          <span className="ls-chip ls-num">{plan.length}</span>
          {cobs.length === 1 && only !== undefined && `all ${classLabel(only)}`}
        </span>
      }
      aside={
        isUpdate
          ? `${plural(kept, 'override')} kept, ${questioned} asked, ${plan.filter(({ conflict }) => conflict).length} conflicting`
          : undefined
      }
      padded={false}
    >
      <PlanTable
        label="Buckets"
        state={state}
        buckets={plan}
        withClass={cobs.length > 1}
        showsBlockReason={!isUpdate}
        columns={[
          {
            head: 'Position',
            className: `ls-right ls-num ${classes.wide}`,
            cell: ({ held }) => held?.position,
          },
          {
            head: 'Version',
            className: 'ls-nowrap',
            cell: (bucket) => <Versions bucket={bucket} to={isUpdate ? newest : undefined} />,
          },
          ...(isUpdate ? [{ head: 'Different in this bucket', cell: difference }] : []),
        ]}
        details={(bucket, count) => <RowDetails update={bucket.update} count={count} />}
      />
    </Card>
  );
}

/** The current version, and the one it is updated to. */
function Versions({ bucket, to }: Readonly<{ bucket: RolloutBucket; to: number | undefined }>) {
  const { held, live_version, blockReason } = bucket;
  // If the draft already has it, show the live version.
  const shown = (blockReason === undefined ? undefined : live_version) ?? held?.version;
  if (shown === undefined) return null;
  if (to !== undefined && canChoose(bucket)) return <VersionTags before={shown} after={to} />;
  return <span className="ls-tag">v{shown}</span>;
}
