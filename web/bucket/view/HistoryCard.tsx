import type { BucketVersionRow } from '#contract/bucket.ts';
import { useApiPages } from '#web/base/api/query.ts';
import { listItems, Loaded } from '#web/base/page/Loaded.tsx';
import { plural } from '#web/kit/plural.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { Timeline, type TimelineItem } from '#web/kit/Timeline.tsx';
import { AsOfField } from '#web/bucket/AsOfField.tsx';
import {
  type BucketAddress,
  evidenceAddress,
  historyAddress,
  type VersionChoice,
  versionAddress,
} from '#web/bucket/address.ts';
import { ShowMore } from '#web/base/page/ShowMore.tsx';
import { Time } from '#web/kit/Time.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { useMay } from '#web/base/session/session.tsx';

type HistoryCardProps = Readonly<{
  address: BucketAddress;
  shown: number;
  versionChoice: VersionChoice;
  /** Asks to restore a version; absent if this person cannot. */
  onRestore: ((number: number) => void) | undefined;
}>;

/** Versions that are or were live, with the evidence of the live one and a link to the one of any past day. */
export function HistoryCard({ address, shown, versionChoice, onRestore }: HistoryCardProps) {
  const query = useApiPages('listBucketVersions', { params: address });
  const now = useNow();
  const reviewed = useMay()({ scope: 'review', action: 'view' });
  return (
    <Card
      title="History"
      aside={
        <PageLink to={historyAddress('all')} className="ls-link">
          Full history
        </PageLink>
      }
    >
      <div className="ls-below-16">
        <AsOfField day={versionChoice !== undefined && 'day' in versionChoice ? versionChoice.day : null} />
      </div>
      <Loaded query={listItems(query)} skeleton={5} empty={null}>
        {(rows) => (
          <Timeline
            items={rows.map((row) => itemOf(row, { shown, now, reviewed, onRestore }))}
            label="Versions"
            moreLabel={(count) => `${count} earlier versions`}
          />
        )}
      </Loaded>
      <ShowMore query={query} />
    </Card>
  );
}

type Around = Pick<HistoryCardProps, 'shown' | 'onRestore'> &
  Readonly<{ now: Date; /** The person may view reviews, and so their evidence. */ reviewed: boolean }>;

function itemOf(row: BucketVersionRow, { shown, now, reviewed, onRestore }: Around): TimelineItem {
  const live = row.superseded_at === null;
  return {
    name: `v${row.number}`,
    when: <Time moment={row.live_at} format={formatDayOrTime} now={now} />,
    text: row.description,
    who: [row.saved_by?.name, plural(row.dials, 'dial')].filter(Boolean).join(', '),
    look: live ? 'live' : 'past',
    to: versionAddress(live ? undefined : { version: row.number }),
    shown: row.number === shown,
    ...(live &&
      reviewed && {
        more: (
          <PageLink to={evidenceAddress(row.number)} className="ls-link ls-small">
            Who approved it
            <span className="ls-hidden"> and the evidence of v{row.number}</span>
          </PageLink>
        ),
      }),
    ...(onRestore &&
      !live && {
        more: (
          <button type="button" className="ls-link ls-small" onClick={() => onRestore(row.number)}>
            Restore v{row.number}
          </button>
        ),
      }),
  };
}
