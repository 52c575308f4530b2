import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { diffDials } from '#domain/dial/diff.ts';
import { useApi } from '#web/api/client.tsx';
import { classLabel } from '#web/bucket/address.ts';
import { dialPlacesQuery } from '#web/bucket/query.ts';
import { useNameOption } from '#web/dial/query.ts';
import { labelOfChange } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import '#web/dimension/selects.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { AddPage } from './add/AddPage.tsx';
import { useRisksInEach } from './RisksThatChange.tsx';
import { RolloutFrame, RolloutWaiting } from './RolloutFrame.tsx';
import { type Answers, baseVersion, type DialInBuckets, listRows, type Rollout, ROLLOUTS } from './rolloutPlan.ts';
import { RolloutTable } from './RolloutTable.tsx';
import type { OverrideAnswers } from './RowDifference.tsx';
import { type RolloutState, useRollout } from './useRollout.ts';
import { TITLES } from './words.ts';
import classes from './Rollout.module.css';

/** One change of a dial in many buckets: chosen, described once, and submitted together. */
export function RolloutPage() {
  const { dialId = '', rollout: param = 'update' } = useParams();
  const rollout = ROLLOUTS.find((one) => one === param) ?? 'update';
  return rollout === 'add' ? <AddPage dialId={dialId} /> : <InUsePage dialId={dialId} rollout={rollout} />;
}

function InUsePage({ dialId, rollout }: Readonly<{ dialId: string }> & Pick<ChangeProps, 'rollout'>) {
  const query = useQuery(dialPlacesQuery(useApi(), dialId));
  if (query.data) {
    const { versions, buckets } = query.data;
    return <ChangeInUse key={rollout} dial={{ dialId, versions, buckets }} rollout={rollout} />;
  }
  return <RolloutWaiting title={TITLES[rollout]} dialId={dialId} query={query} />;
}

type ChangeProps = Readonly<{ dial: DialInBuckets; rollout: Exclude<Rollout, 'add'> }>;

/** For a dial in use: buckets take its newest version, or lose it. */
function ChangeInUse({ dial, rollout }: ChangeProps) {
  const { dialId, versions } = dial;
  const [answers, setAnswers] = useState<Answers>({});
  const rows = useMemo(() => listRows(dial, rollout, answers), [dial, rollout, answers]);
  const back = `/dials/${dialId}`;
  const state = useRollout({
    rows,
    startsChosen: rollout === 'update',
    isTouched: Object.keys(answers).length > 0,
    back,
  });
  const newest = versions.at(-1)?.version ?? 1;
  const answering: OverrideAnswers = {
    newest,
    answers,
    answer: (key, value, given) => setAnswers((before) => ({ ...before, [key]: { ...before[key], [value]: given } })),
  };
  return (
    <RolloutFrame
      title={TITLES[rollout]}
      subject={{ name: versions.at(-1)?.data.name ?? 'Dial', to: back }}
      status={<span className="ls-tag ls-blue">v{newest}</span>}
      state={state}
      nothing={rollout === 'update' ? `Every bucket holds v${newest}.` : 'No bucket holds this dial.'}
      about={rollout === 'update' ? <WhatChanges dial={dial} /> : <RemovalNote />}
    >
      <Buckets rollout={rollout} state={state} answering={answering} />
    </RolloutFrame>
  );
}

const RemovalNote = () => (
  <Card title="What changes">
    <p className="ls-ink-2">
      The dial is removed from the buckets below, along with their overrides. The dials after it move up.
    </p>
  </Card>
);

/** The differences between the newest version and the one that most of these buckets have. */
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

type BucketsProps = Pick<ChangeProps, 'rollout'> & Readonly<{ state: RolloutState; answering: OverrideAnswers }>;

function Buckets({ rollout, state, answering }: BucketsProps) {
  const { rows } = state;
  const cobs = [...new Set(rows.map(({ place }) => place.cob))];
  const risks = useRisksInEach(rows);
  const kept = rows.filter(({ plan }) => plan?.settled.some(({ stays }) => stays)).length;
  const questioned = rows.filter(({ plan }) => (plan?.questions.length ?? 0) > 0).length;
  const [only] = cobs;
  return (
    <Card
      title={rollout === 'update' ? 'Buckets with an older version' : 'Buckets with this dial'}
      note={
        <span className="ls-row">
          <span className="ls-chip ls-num">{rows.length}</span>
          {cobs.length === 1 && only !== undefined && `all ${classLabel(only)}`}
        </span>
      }
      aside={
        rollout === 'update'
          ? `${plural(kept, 'override')} kept, ${questioned} asked, ${rows.filter(({ conflict }) => conflict).length} conflicting`
          : undefined
      }
      padded={false}
    >
      <RolloutTable
        state={state}
        rollout={rollout}
        answering={answering}
        rows={rows}
        withClass={cobs.length > 1}
        risks={risks}
      />
    </Card>
  );
}
