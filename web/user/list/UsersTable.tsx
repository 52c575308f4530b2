import { useState } from 'react';
import type { User } from '#contract/user.ts';
import { hasNoPermissions, parsePermissions } from '#domain/user/permission.ts';
import { SCOPE_LABELS, SCOPES_TO_READ } from '#domain/user/permission-words.ts';
import { roleOf } from '#domain/user/role.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { userAddress } from '#web/user/userAddress.ts';
import { StateChip } from '#web/user/StateChip.tsx';
import { ScopeMarks } from './ScopeMarks.tsx';
import classes from './UsersTable.module.css';

export function UsersTable({ users }: Readonly<{ users: readonly User[] }>) {
  const [now] = useState(() => new Date());
  return (
    <div className={classes.card}>
      <table className={classes.table} aria-label="People">
        <thead>
          <tr>
            <th scope="col" className={classes.person}>
              Name
            </th>
            {SCOPES_TO_READ.map((scope) => (
              <th key={scope} scope="col" className={classes.scope}>
                {SCOPE_LABELS[scope]}
              </th>
            ))}
            <th scope="col" className={classes.role}>
              Role
            </th>
            <th scope="col" className={classes.seen}>
              Last seen
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UserRow({ user, now }: Readonly<{ user: User; now: Date }>) {
  const { id, name, email, state, last_seen_at } = user;
  const permissions = parsePermissions(user.permissions);
  const role = hasNoPermissions(permissions) ? 'None' : (roleOf(permissions) ?? 'Own set');
  return (
    <tr data-state={state}>
      <th scope="row" className={classes.person}>
        <div className={classes.who}>
          <Avatar name={name} />
          <div className={classes.words}>
            <PageLink to={userAddress(id)} className={classes.name ?? ''}>
              {name}
            </PageLink>
            <div className={classes.email}>{email}</div>
          </div>
          <StateChip state={state} />
        </div>
      </th>
      {SCOPES_TO_READ.map((scope) => (
        <td key={scope} className={classes.scope}>
          <ScopeMarks bits={permissions[scope]} />
        </td>
      ))}
      <td className={classes.role}>{role}</td>
      <td className={classes.seen}>
        {last_seen_at === null ? 'Never' : formatMoment(new Date(last_seen_at), now)}
        <span className={classes.roleBelow}>{role}</span>
      </td>
    </tr>
  );
}
