import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { User } from '#contract/user.ts';
import { listItems, Loaded } from '#web/frame/Loaded.tsx';
import { ShowMore } from '#web/frame/ShowMore.tsx';
import { Card } from '#web/kit/Card.tsx';
import { type UsersState, grantAddress, userAddress } from '#web/user/query.ts';
import { hasNoPermissions, parsePermissions, ACTIONS, holds } from '#domain/user/permission.ts';
import { SCOPE_LABELS, SCOPES_TO_READ, ACTION_LABELS } from '#domain/user/permission-words.ts';
import { roleOf } from '#domain/user/role.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Avatar, AvatarNames } from '#web/kit/Avatar.tsx';
import { LastSeen } from '#web/user/LastSeen.tsx';
import { type Column, Table } from '#web/kit/Table.tsx';
import { useMay } from '#web/session/session.tsx';
import { MailboxNote, RequestChip, StateChip, UnconfirmedChip, UnverifiedChip } from '#web/user/StateChip.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { useNow } from '#web/kit/useNow.ts';
import classes from './UsersTable.module.css';

type Answer = Readonly<{ items: readonly User[]; counts: Readonly<Record<UsersState['tab'], number>> }>;

type UserListProps = Readonly<{
  id: string;
  query: UseInfiniteQueryResult<Readonly<{ pages: readonly Answer[] }>>;
  state: UsersState;
  onChange: (part: Partial<UsersState>) => void;
}>;

export function UserList({ id, query, state, onChange }: UserListProps) {
  return (
    <div id={id} role="tabpanel" aria-label="People of the chosen tab" className="ls-grid ls-gap-14">
      <Loaded
        query={listItems(query)}
        skeleton={<Card waiting={9} />}
        empty={<NoUsers state={state} counts={query.data?.pages[0]?.counts} onChange={onChange} />}
      >
        {(people) => (
          <>
            <UsersTable users={people} />
            <MarksLegend />
          </>
        )}
      </Loaded>
      {query.hasNextPage && (
        <div>
          <ShowMore query={query} />
        </div>
      )}
    </div>
  );
}

const COLUMNS: readonly (Column | string)[] = [
  'Name',
  ...SCOPES_TO_READ.map((scope) => ({ label: SCOPE_LABELS[scope], className: classes.scope })),
  { label: 'Role', className: classes.role },
  { label: 'Last seen', className: classes.seen },
];

function UsersTable({ users }: Readonly<{ users: readonly User[] }>) {
  const now = useNow();
  return (
    <div className={`ls-card ${classes.card}`}>
      <Table label="People" className={`ls-table-fixed ls-table-hover ${classes.table}`} columns={COLUMNS}>
        <tbody>
          <AvatarNames value={users.map(({ name }) => name)}>
            {users.map((user) => (
              <UserRow key={user.id} user={user} now={now} />
            ))}
          </AvatarNames>
        </tbody>
      </Table>
    </div>
  );
}

function UserRow({ user, now }: Readonly<{ user: User; now: Date }>) {
  const { id, name, email, state, unverified_because, unconfirmed_because, access_request } = user;
  const mayGrant = useMay()({ scope: 'user', action: 'edit' });
  const permissions = parsePermissions(user.permissions);
  const role = hasNoPermissions(permissions) ? 'None' : (roleOf(permissions) ?? 'Own set');
  return (
    <tr data-state={state}>
      <th scope="row">
        <div className="ls-row ls-gap-12">
          <span className={classes.avatar}>
            <Avatar name={name} />
          </span>
          <div className="ls-clip">
            <div className="ls-row ls-wrap ls-gap-6">
              <PageLink to={userAddress(id)} data-hit className="ls-name ls-clip ls-block ls-ring-in">
                {name}
              </PageLink>
              <StateChip state={state} />
              <UnverifiedChip because={unverified_because} />
              <UnconfirmedChip because={unconfirmed_because} />
              <RequestChip request={access_request} />
              {access_request !== null && mayGrant && (
                <PageLink to={grantAddress(id, access_request.role)} className="ls-link ls-small ls-bold ls-ring-in">
                  Grant<span className="ls-hidden"> {name} access</span>
                </PageLink>
              )}
            </div>
            <div className="ls-small ls-clip ls-ink-3">{email}</div>
            <MailboxNote people={user.same_mailbox} />
          </div>
        </div>
      </th>
      {SCOPES_TO_READ.map((scope) => (
        <td key={scope} className={classes.scope}>
          <ScopeMarks bits={permissions[scope]} />
        </td>
      ))}
      <td className={classes.role}>{role}</td>
      <td className={classes.seen}>
        <LastSeen user={user} now={now} />
        <span className={`ls-small ls-ink-3 ${classes.roleBelow}`}>{role}</span>
      </td>
    </tr>
  );
}

type NoUsersProps = Readonly<{
  state: UsersState;
  counts: Readonly<Record<UsersState['tab'], number>> | undefined;
  onChange: (part: Partial<UsersState>) => void;
}>;

/** Either there is nobody, or the search was too narrow. */
function NoUsers({ state: { tab, q }, counts, onChange }: NoUsersProps) {
  if (q === '' && tab === 'present')
    return <EmptyState title="No users yet" text="People appear here when they first sign in." />;
  if (q === '')
    return <EmptyState title="No deactivated users" text="Deactivated users are listed here and can be reactivated." />;
  const other = tab === 'present' ? 'deactivated' : 'present';
  const there = counts?.[other] ?? 0;
  return (
    <p className="ls-card ls-pad ls-break ls-ink-2" role="status">
      No one matches <b>“{q}”</b>
      {tab === 'deactivated' && ' among the deactivated'}.{' '}
      {there > 0 && (
        <>
          <button type="button" className="ls-link ls-bold" onClick={() => onChange({ tab: other })}>
            {other === 'deactivated' ? `Show ${there} deactivated` : `Show ${there} among People`}
          </button>
          {' or '}
        </>
      )}
      <button type="button" className="ls-link ls-bold" onClick={() => onChange({ q: '' })}>
        {there > 0 ? 'everyone' : 'Show everyone'}
      </button>
    </p>
  );
}

/** One scope at a glance: a square per action, filled if granted. Screen readers get words. */
function ScopeMarks({ bits }: Readonly<{ bits: number }>) {
  const granted = ACTIONS.filter((action) => holds(bits, action));
  return (
    <>
      <span className={`ls-inline ${classes.marks}`} aria-hidden>
        {ACTIONS.map((action) => (
          <span key={action} className={classes.mark} data-held={holds(bits, action) || undefined} />
        ))}
      </span>
      <span className="ls-hidden">
        {granted.length === 0 ? 'None' : granted.map((action) => ACTION_LABELS[action]).join(', ')}
      </span>
    </>
  );
}

/** The legend of the squares, below the table. */
function MarksLegend() {
  return (
    <p className={`ls-row ls-small ls-wrap ls-ink-3 ${classes.legend}`} aria-hidden>
      {ACTIONS.map((action, index) => (
        <span key={action} className="ls-inline ls-gap-6">
          <span className={`ls-inline ${classes.marks}`}>
            {ACTIONS.map((other, at) => (
              <span key={other} className={classes.mark} data-held={at === index || undefined} />
            ))}
          </span>
          {ACTION_LABELS[action]}
        </span>
      ))}
    </p>
  );
}
