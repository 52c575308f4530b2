import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Dial, DialVersionSummary } from '#contract/dial.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Timeline, type TimelineItem } from '#web/kit/Timeline.tsx';
import { likelyPair, newestPublished, pairText, withPart } from './detailsAddress.ts';
import { OPENED } from './Comparison.tsx';
import classes from './Versions.module.css';

export type VersionsCardProps = Readonly<{ dial: Dial; comparing: boolean }>;

export function VersionsCard({ dial, comparing }: VersionsCardProps) {
  const [search] = useSearchParams();
  const [now] = useState(() => new Date());
  const newest = newestPublished(dial)?.version;
  const pair = likelyPair(dial.version, dial.versions);

  const item = ({ version, state, status, reason, saved_at, saved_by }: DialVersionSummary): TimelineItem => {
    const told = state === 'draft' || version === newest;
    return {
      name: `v${version}`,
      when: formatDayOrTime(new Date(saved_at), now),
      text: reason,
      who: saved_by.name,
      look: lookOf(state, status, version === newest),
      to: withPart(search, 'version', version === newest ? undefined : String(version)),
      shown: version === dial.version,
      ...(told && { chip: <StatusChip status={status} /> }),
    };
  };

  return (
    <Card
      title="Versions"
      {...(pair && {
        aside: comparing ? (
          <PageLink to={withPart(search, 'compare', undefined)} className={classes.link ?? ''}>
            Close comparison
          </PageLink>
        ) : (
          <PageLink to={withPart(search, 'compare', pairText(pair))} state={OPENED} className={classes.link ?? ''}>
            Compare two
          </PageLink>
        ),
      })}
    >
      <Timeline items={dial.versions.map(item)} label="Versions" moreLabel={(count) => `${count} earlier versions`} />
    </Card>
  );
}

function lookOf(state: Dial['state'], status: Dial['status'], newest: boolean): TimelineItem['look'] {
  if (state === 'draft') return 'open';
  if (!newest) return 'past';
  return status === 'active' ? 'live' : 'newest';
}
