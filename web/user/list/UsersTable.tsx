import { useState } from 'react';
import type { User } from '#contract/user.ts';
import { hasNoPermissions, parsePermissions } from '#domain/user/permission.ts';
import { SCOPE_LABELS, SCOPES_TO_READ } from '#domain/user/permission-words.ts';
import { roleOf } from '#domain/user/role.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { Time } from '#web/kit/Time.tsx';
import { type Column, Table } from '#web/kit/Table.tsx';
import { userAddress } from '#web/user/query.ts';
import { StateChip } from '#web/user/StateChip.tsx';
import { ScopeMarks } from './ScopeMarks.tsx';
import classes from './UsersTable.module.css';

const COLUMNS: readonly (Column | string)[] = [
  'Name',
  ...SCOPES_TO_READ.map((scope) => ({ label: SCOPE_LABELS[scope], className: classes.scope })),
  { label: 'Role', className: classes.role },
  { label: 'Last seen', className: classes.seen },
];

export function UsersTable({ users }: Readonly<{ users: readonly User[] }>) {
  const [now] = useState(() => new Date());
  return (
    <div className={`ls-card ${classes.card}`}>
      <Table label="People" look="fixed hover" className={classes.table} columns={COLUMNS}>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} now={now} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function UserRow({ user, now }: Readonly<{ user: User; now: Date }>) {
  const { id, name, email, state, last_seen_at } = user;
  const permissions = parsePermissions(user.permissions);
  const role = hasNoPermissions(permissions) ? 'None' : (roleOf(permissions) ?? 'Own set');
  return (
    <tr data-state={state}>
      <th scope="row">
        <div className="ls-row ls-gap-12">
          <Avatar name={name} />
          <div className={classes.words}>
            <PageLink to={userAddress(id)} className="ls-name ls-clip ls-block ls-ring-in">
              {name}
            </PageLink>
            <div className="ls-small ls-clip ls-ink-3">{email}</div>
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
        {last_seen_at === null ? 'Never' : <Time moment={last_seen_at} now={now} />}
        <span className={`ls-small ls-ink-3 ${classes.roleBelow}`}>{role}</span>
      </td>
    </tr>
  );
}
