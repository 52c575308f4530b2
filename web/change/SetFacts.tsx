import type { ReactNode } from 'react';
import { type ChangeCounts, totalChanges } from '#domain/bucket/change-kind.ts';
import { describeRestartOnly } from '#domain/bucket/stop.ts';
import { addUnusual, joinGaps } from '#domain/review/set-facts.ts';
import { GapNotice } from './GapLine.tsx';
import { ImpactView } from '#web/impact/ImpactView.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { ChangesRow, ExamplesRow, FactBlock, FactRow, Measuring, UnusualRow } from '#web/change/facts/FactRows.tsx';
import { type FactsDraft, type SetFactsData, useSetFacts } from './useSetFacts.ts';

type SetFactsProps = Readonly<{
  facts: SetFactsData;
  counts: ChangeCounts;
  /** How many of the buckets restart. */
  restarts: number;
  /** Below the examples that newly break. */
  tick?: ReactNode;
}>;

/** The facts of several drafts, added up; examples name their bucket. */
export function SetFacts({ facts: { notes = [], impact, error }, counts, restarts, tick }: SetFactsProps) {
  const isRestartOnly = restarts > 0 && totalChanges(counts) === 0;
  const gaps = joinGaps(notes);
  const namesOf = (of: 'broken' | 'broken_before') =>
    notes.flatMap(({ name: bucket, facts }) => facts[of].map(({ name }) => `${name} (${bucket})`));
  const unresolved = notes.filter(({ facts }) => facts.unresolved > 0);
  return (
    <FactBlock
      gaps={
        gaps.length > 0 && (
          <GapNotice
            gaps={gaps}
            nameOf={(id) => {
              const of = gaps.filter(({ dial_id }) => dial_id === id);
              return `${of[0]?.name}, in ${plural(sum(of.map(({ buckets }) => buckets)), 'bucket')},`;
            }}
          />
        )
      }
    >
      <ChangesRow counts={counts} />
      <FactRow label="Impact">
        {isRestartOnly && describeRestartOnly(restarts)}
        {!isRestartOnly && impact === undefined && <Measuring />}
        {!isRestartOnly && impact === null && <span className="ls-ink-3">Not measured.</span>}
        {!isRestartOnly && impact && <ImpactView density="line" impact={impact.count} day={impact.day} />}
      </FactRow>
      {error !== null && <FactRow label="Examples">They could not be read.</FactRow>}
      <ExamplesRow
        all={sum(notes.map(({ facts }) => facts.examples))}
        newly={namesOf('broken')}
        before={namesOf('broken_before')}
        tick={tick}
      />
      <UnusualRow counts={addUnusual(notes.flatMap(({ facts }) => facts.unusual))} />
      {unresolved.length > 0 && (
        <FactRow label="Comments">
          <b>{sum(unresolved.map(({ facts }) => facts.unresolved))} unresolved</b>{' '}
          <span className="ls-ink-2 ls-break">
            in {agree(unresolved.length, unresolved[0]?.name ?? '', `${unresolved.length} buckets`)}
          </span>
        </FactRow>
      )}
    </FactBlock>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

type LiveSetFactsProps = Omit<SetFactsProps, 'facts' | 'tick'> & Readonly<{ drafts: readonly FactsDraft[] }>;

/** The same, for whoever is about to make them live. */
export function LiveSetFacts({ drafts, ...props }: LiveSetFactsProps) {
  return <SetFacts facts={useSetFacts(drafts)} {...props} />;
}
