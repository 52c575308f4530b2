import type { UseQueryResult } from '@tanstack/react-query';
import type { Notification } from '#contract/notification.ts';
import { listItems, Loaded } from '#web/base/page/Loaded.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { notificationPage, notificationQuote, notificationSubject, notificationText } from './words.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './Notifications.module.css';

type Shown = Readonly<{ items: readonly Notification[] }>;
export type NotificationListProps = Readonly<{
  query: UseQueryResult<Shown>;
  /** The ids that were unread when the list was opened. */
  fresh: ReadonlySet<string>;
  onFollow: () => void;
}>;

export function NotificationList({ query, fresh, onFollow }: NotificationListProps) {
  const now = useNow();
  return (
    <>
      <h2 className={`ls-rule-below ls-title ${classes.title}`}>Notifications</h2>
      <Loaded
        query={listItems(query)}
        title="Failed to load notifications"
        skeleton={4}
        className="ls-pad ls-ink-3"
        empty={
          <p className="ls-pad ls-ink-3" data-autofocus tabIndex={-1}>
            No notifications yet. Updates on your reviews appear here.
          </p>
        }
      >
        {(items) => (
          <ul className={`ls-list ls-ruled ${classes.list}`}>
            {items.map((item) => (
              <Item key={item.id} item={item} now={now} unread={fresh.has(item.id) || !item.read} onFollow={onFollow} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

type ItemProps = Readonly<{ item: Notification; now: Date; unread: boolean; onFollow: () => void }>;

function Item({ item, now, unread, onFollow }: ItemProps) {
  const may = useMay();
  const target = notificationPage(item, may({ scope: 'review', action: 'view' }));
  const subject = notificationSubject(item);
  const quote = notificationQuote(item);
  const seen = new Date(Math.max(now.getTime(), Date.parse(item.at)));
  const words = (
    <>
      <span className={`ls-break ${classes.text}`}>
        {unread && <span className="ls-hidden">Unread: </span>}
        {notificationText(item)}
      </span>
      {quote !== '' && <span className={`ls-small ls-break ls-ink-2 ${classes.quote}`}>“{quote}”</span>}
      {subject !== '' && <span className="ls-small ls-ink-3">{subject}</span>}
      <time className="ls-small ls-nowrap ls-ink-3" dateTime={item.at}>
        {formatAgo(item.at, seen)}
      </time>
    </>
  );
  return (
    <li className={classes.item} data-unread={unread || undefined}>
      {target && (target.needs === null || may(target.needs)) ? (
        <PageLink to={target.to} className={`ls-ink-2 ls-ring-in ${classes.link}`} onClick={onFollow}>
          {words}
        </PageLink>
      ) : (
        <div className={`ls-ink-2 ls-ring-in ${classes.link}`}>{words}</div>
      )}
    </li>
  );
}
