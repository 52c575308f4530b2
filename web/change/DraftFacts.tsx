import type { ReactNode } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { Example } from '#contract/example.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { describeRestartOnly } from '#domain/bucket/stop.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { groupUnusual } from '#domain/bucket/unusual.ts';
import { describeLeft, listOver } from '#domain/capacity/capacity.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { describeUnmeasured } from '#domain/impact/words.ts';
import { describePreparing } from '#domain/portfolio/portfolio.ts';
import { classLabel } from '#web/bucket/address.ts';
import { GapNotice } from './GapLine.tsx';
import { UnusualSheet } from '#web/change/findings/UnusualSheet.tsx';
import { nameDials } from '#web/impact/useDialNames.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { ImpactView } from '#web/impact/ImpactView.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { ChangesRow, ExamplesRow, FactBlock, FactRow, Measuring, UnusualRow } from '#web/change/facts/FactRows.tsx';
import type { DraftFactsData } from './useDraftFacts.ts';

type UnresolvedComment = Readonly<{ dial: Readonly<{ id: string; name: string }> | null }>;

type DraftFactsProps = Readonly<{
  bucket: Bucket;
  entries: BucketEntries;
  lookup: DialLookup;
  facts: DraftFactsData;
  unresolved: readonly UnresolvedComment[];
  /** Where the page shows more, if it can. */
  onFigure?: (figure: Figure) => void;
  onImpact?: () => void;
  onExample?: (example: Example) => void;
  onComment?: ((dialId: string) => void) | undefined;
  /** Beside the gaps. */
  gapAction?: ReactNode;
  /** Below the examples that newly break. */
  tick?: ReactNode;
}>;

/** The facts of one list. Rows with nothing to say are left out. */
export function DraftFacts(props: DraftFactsProps) {
  const { bucket, entries, lookup, facts, unresolved, onFigure, onImpact, onExample, onComment, tick } = props;
  const { gapAction } = props;
  const { gaps = [], examples, examplesFailed, unusual = [] } = facts;
  const showUnusual = useDialog((close) => (
    <UnusualSheet unusual={unusual} entries={entries} lookup={lookup} onClose={close} />
  ));
  const [first] = unresolved;
  const broken = examples && [...examples.newly, ...examples.before][0];
  const counts = countChanges(diffEntries(bucket.live.entries, entries));
  // Only a stopped bucket is submitted without a change.
  const isRestartOnly = bucket.stop !== null && totalChanges(counts) === 0;
  const on = unresolved.find(({ dial }) => dial !== null)?.dial;
  return (
    <FactBlock
      gaps={
        gaps.length > 0 && (
          <GapNotice
            gaps={gaps}
            nameOf={nameDials(entries, [], lookup).nameOf}
            onFigure={onFigure}
            action={gapAction}
          />
        )
      }
    >
      <ChangesRow counts={counts} />
      {isRestartOnly ? (
        <FactRow label="Impact">{describeRestartOnly(1)}</FactRow>
      ) : (
        <FactRow label="Impact" onShow={facts.impact.data?.state === 'measured' ? onImpact : undefined}>
          <Impact bucket={bucket} impact={facts.impact} />
        </FactRow>
      )}
      <CapacityRow impact={facts.impact} onShow={onImpact} />
      {examplesFailed && <FactRow label="Examples">They could not be read.</FactRow>}
      {examples && broken && (
        <ExamplesRow
          all={examples.all}
          newly={examples.newly.map(({ name }) => name)}
          before={examples.before.map(({ name }) => name)}
          onShow={onExample && (() => onExample(broken))}
          tick={tick}
        />
      )}
      <UnusualRow
        counts={groupUnusual(unusual).map(({ key, kind, values }) => ({ key, kind, count: values.length }))}
        onShow={showUnusual}
      />
      {first && (
        <FactRow label="Comments" onShow={on && onComment ? () => onComment(on.id) : undefined}>
          <b>{unresolved.length} unresolved</b>{' '}
          {first.dial && <span className="ls-ink-2 ls-break">on {first.dial.name}</span>}
        </FactRow>
      )}
    </FactBlock>
  );
}

function Impact({ bucket, impact: { data, error } }: Readonly<{ bucket: Bucket; impact: DraftFactsData['impact'] }>) {
  if (error !== null) return <span className="ls-ink-3">It could not be measured.</span>;
  if (data === undefined) return <Measuring />;
  if (data.state === 'no-portfolio' && data.preparing !== undefined)
    return <span className="ls-ink-3">{describePreparing(data.preparing)}</span>;
  if (data.state !== 'measured')
    return <span className="ls-ink-3">{describeUnmeasured(data.state, 'now', classLabel(bucket.cob))}</span>;
  return <ImpactView density="line" impact={data.impact} day={data.day} />;
}

type CapacityRowProps = Readonly<{ impact: DraftFactsData['impact']; onShow: (() => void) | undefined }>;

/** Left out unless a limit is exceeded. */
function CapacityRow({ impact: { data }, onShow }: CapacityRowProps) {
  const over = listOver((data?.state === 'measured' && data.capacity?.limits) || []);
  if (over.length === 0) return null;
  return (
    <FactRow label="Capacity" onShow={onShow}>
      <ul className="ls-list">
        {over.map((use) => {
          const { text, of } = describeLeft(use);
          return (
            <li key={use.limit.name}>
              <b className="ls-red">{text}</b> <span className="ls-ink-2">{of}</span>
            </li>
          );
        })}
      </ul>
    </FactRow>
  );
}
