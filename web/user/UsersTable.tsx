import { useState } from 'react';
import type { User } from '#contract/user.ts';
import { ACTIONS, holds, parsePermissions, SCOPES } from '#domain/user/permission.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { formatMoment } from '#web/ui/format.ts';
import classes from './UsersTable.module.css';

export function UsersTable({ users }: { users: readonly User[] }) {
  const [now] = useState(() => new Date());
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Permissions</th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <div className={classes.person}>
                <Avatar name={user.name} />
                <div>
                  <PageLink to={`/users/${encodeURIComponent(user.id)}`} className={classes.name ?? ''}>
                    {user.name}
                  </PageLink>
                  <div className={classes.email}>{user.email}</div>
                </div>
              </div>
            </td>
            <td>{summary(user.permissions)}</td>
            <td>{user.last_seen_at === null ? 'Never' : formatMoment(new Date(user.last_seen_at), now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "bucket all · dials view" */
function summary(entries: readonly string[]): string {
  const permissions = parsePermissions(entries);
  const parts = SCOPES.flatMap((scope) => {
    const actions = ACTIONS.filter((action) => holds(permissions[scope], action));
    if (actions.length === 0) return [];
    return `${scope} ${actions.length === ACTIONS.length ? 'all' : actions.join(' ')}`;
  });
  return parts.join(' · ') || 'None';
}
