import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import { useApi } from '#web/api/client.tsx';
import { auditAddress, auditTold, auditWords } from '#web/audit/auditWords.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { activityQuery } from '#web/user/query.ts';
import classes from './ActivityCard.module.css';

/** What the person did, from the audit records. It fails by itself: the permissions stay usable. */
export function ActivityCard({ userId }: Readonly<{ userId: string }>) {
  const query = useInfiniteQuery(activityQuery(useApi(), userId));
  const [now] = useState(() => new Date());
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Card title="Recent activity" padded={false}>
      {query.isPending && (
        <div className={classes.padded}>
          <Skeleton lines={4} />
        </div>
      )}
      {rows?.length === 0 && <p className={classes.none}>Nothing yet</p>}
      {rows !== undefined && rows.length > 0 && (
        <ol className={classes.list} aria-label="Recent activity">
          {rows.map((row) => (
            <li key={row.seq} className={classes.row} data-refused={row.refused || undefined}>
              <time dateTime={row.at} className={classes.when}>
                {formatMoment(new Date(row.at), now)}
              </time>
              <span className={classes.what}>{auditWords(row)}</span>
              <About row={row} userId={userId} />
            </li>
          ))}
        </ol>
      )}
      {query.isError && (
        <div className={classes.padded}>
          <FetchError title="Failed to load activity" query={query} />
        </div>
      )}
      {query.hasNextPage && !query.isError && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

/** What it was done to, as a link where the reader may see it; of themselves nothing need be said. */
function About({ row, userId }: Readonly<{ row: AuditRow; userId: string }>) {
  const may = useMay();
  const isSelf = row.object.type === 'person' && row.object.id === userId;
  const address = auditAddress(row);
  const about = isSelf ? '' : row.about;
  const told = row.refused ? auditTold(row) : undefined;
  return (
    <span className={classes.about}>
      {address !== undefined && may(address.needs) && about !== '' ? (
        <PageLink to={address.to} className={classes.link ?? ''}>
          {about}
        </PageLink>
      ) : (
        about
      )}
      {row.hidden && <span className={classes.told}>Details hidden: you lack permission to view them</span>}
      {told !== undefined && <span className={classes.told}>{told}</span>}
    </span>
  );
}
