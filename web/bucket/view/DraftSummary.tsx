import { SegmentedControl } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { useBucketChanges } from '#web/bucket/query.ts';
import { ChangeSummary } from '#web/change/ChangeSummary.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';

type DraftSummaryProps = Readonly<{
  address: BucketAddress;
  /** The number of the live version. */
  live: number;
  /** The previous review round, if the changes since then can be shown. */
  since: number | null;
  /** The stop that its review ends. */
  restart: Bucket['stop'];
}>;

/**
 * The draft's changes since the previous round, or against live on request. Errors stay local: the dials below do not
 * depend on it.
 */
export function DraftSummary({ address, live, since, restart }: DraftSummaryProps) {
  const [against, setAgainst] = useState('round');
  const round = against === 'round' ? since : null;
  const ofLive = useBucketChanges(address, 'live', 'draft', round === null);
  const ofRound = useApiQuery('compareRound', round === null ? skipToken : { params: { ...address, round } });
  const query = round === null ? ofLive : ofRound;
  return (
    <div className="ls-grid ls-gap-8">
      {since !== null && (
        <div>
          <SegmentedControl
            aria-label="What the draft is compared with"
            size="xs"
            data={[
              { value: 'round', label: `Changed since round ${since}` },
              { value: 'live', label: 'Against live' },
            ]}
            value={against}
            onChange={setAgainst}
          />
        </div>
      )}
      <Loaded
        query={query}
        title="Failed to fetch dial metadata"
        skeleton={<Card title="Change summary" waiting={8} />}
      >
        {(changes) => (
          <ChangeSummary
            key={against}
            {...changes}
            restart={restart}
            note={
              totalChanges(changes.counts) === 0 && restart === null ? 'no change' : `everything else as live v${live}`
            }
            {...(round !== null && {
              note: `${plural(totalChanges(changes.counts), 'change')} since round ${round}`,
              same: `Nothing has changed since round ${round}.`,
            })}
          />
        )}
      </Loaded>
    </div>
  );
}
