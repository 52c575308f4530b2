import { dialsText } from '#web/bucket/show/words.ts';
import { formatDayOrTime, formatMoment } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import type { TimelineItem } from '#web/kit/Timeline.tsx';
import type { HistoryItem } from './historyItems.ts';
import { OutcomeChip } from './OutcomeChip.tsx';
import { RoundStory } from './RoundStory.tsx';
import { VersionLinks } from './VersionLinks.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';

type Around = Readonly<{ address: BucketAddress; live: number; now: Date; reviewed: boolean }>;

export function timelineItem(item: HistoryItem, { address, live, now, reviewed }: Around): TimelineItem {
  if (item.kind === 'round') {
    const { round } = item;
    return {
      // Reviews are counted anew for each draft.
      id: `review ${round.submitted_at}`,
      name: `Review ${round.number}`,
      chip: <OutcomeChip outcome={round.outcome} />,
      when: formatMoment(new Date(item.at), now),
      text: round.description,
      look: round.outcome === null ? 'open' : 'past',
      more: <RoundStory round={round} now={now} />,
    };
  }
  const { version, round } = item;
  const isLive = version.number === live;
  const day = (moment: string) => formatDayOrTime(new Date(moment), now).replace(/^Today /, 'today ');
  const since = day(version.live_at);
  const until = version.superseded_at === null ? '' : ` to ${day(version.superseded_at)}`;
  return {
    name: `v${version.number}`,
    ...(isLive && { chip: <StatusChip status="active" /> }),
    when: isLive ? `live since ${since}` : `live ${since}${until}`,
    text: version.description,
    who: [version.saved_by && `Saved by ${version.saved_by.name}`, dialsText(version.dials)].filter(Boolean).join(', '),
    look: isLive ? 'live' : 'past',
    more: (
      <>
        {round && <RoundStory round={round} now={now} />}
        <VersionLinks address={address} number={version.number} isLive={isLive} evidence={reviewed} />
      </>
    ),
  };
}
