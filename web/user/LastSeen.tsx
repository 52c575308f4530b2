import type { User } from '#contract/user.ts';
import { Time } from '#web/kit/Time.tsx';
import { useSession } from '#web/base/session/session.tsx';

/** The record of one's own visit may be some minutes old. */
export function LastSeen({ user, now }: Readonly<{ user: Pick<User, 'id' | 'last_seen_at'>; now: Date }>) {
  const { person } = useSession();
  if (user.id === person.id) return 'Now';
  return user.last_seen_at === null ? 'Never' : <Time moment={user.last_seen_at} now={now} />;
}
