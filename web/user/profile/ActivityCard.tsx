import type { AuditRow } from '#contract/audit.ts';
import { useApiPages } from '#web/base/api/query.ts';
import { auditAddress, refusalMessage, describeAction } from '#web/audit/words.ts';
import { listItems, Loaded } from '#web/base/page/Loaded.tsx';
import { ShowMore } from '#web/base/page/ShowMore.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Time } from '#web/kit/Time.tsx';
import { useNow } from '#web/kit/useNow.ts';
import classes from './ActivityCard.module.css';

const PAGE_ROWS = 15;

/** The person's activity from the audit log. Errors stay local: the permissions stay usable. */
export function ActivityCard({ userId }: Readonly<{ userId: string }>) {
  const query = useApiPages('listUserActivity', { params: { userId }, query: { limit: PAGE_ROWS } });
  const now = useNow();
  return (
    <Card title="Recent activity" padded={false}>
      <Loaded
        query={listItems(query)}
        title="Failed to load activity"
        skeleton={4}
        className="ls-pad"
        empty={<p className="ls-pad ls-ink-3">Nothing yet</p>}
      >
        {(rows) => (
          <ol className="ls-list ls-ruled" aria-label="Recent activity">
            {rows.map((row) => (
              <li key={row.seq} className={classes.row}>
                <Time moment={row.at} now={now} className="ls-num ls-ink-3" />
                <span className={row.refused ? 'ls-medium ls-red' : 'ls-medium'}>{describeAction(row)}</span>
                <About row={row} userId={userId} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {query.hasNextPage && (
        <div className={`ls-rule ${classes.more}`}>
          <ShowMore query={query} title="Failed to load activity" />
        </div>
      )}
    </Card>
  );
}

/** The object of the action, as a link if the reader may see it; none for the person themselves. */
function About({ row, userId }: Readonly<{ row: AuditRow; userId: string }>) {
  const may = useMay();
  const isSelf = row.object.type === 'person' && row.object.id === userId;
  const address = auditAddress(row);
  const about = isSelf ? '' : row.about;
  const message = row.refused ? refusalMessage(row) : undefined;
  return (
    <span className="ls-break ls-ink-2">
      {address !== undefined && may(address.needs) && about !== '' ? (
        <PageLink to={address.to} className="ls-name ls-normal ls-ink-2">
          {about}
        </PageLink>
      ) : (
        about
      )}
      {row.hidden && (
        <span className="ls-small ls-block ls-ink-3">Details hidden: you lack permission to view them</span>
      )}
      {message !== undefined && <span className="ls-small ls-block ls-ink-3">{message}</span>}
    </span>
  );
}
