import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { User } from '#contract/user.ts';
import { type UsersState, grantAddress, userAddress } from '#web/user/query.ts';
import { hasNoPermissions, parsePermissions, ACTIONS, holds } from '#domain/user/permission.ts';
import { SCOPE_LABELS, SCOPES_TO_READ, ACTION_LABELS } from '#domain/user/permission-words.ts';
import { roleOf } from '#domain/user/role.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Avatar, AvatarNames } from '#web/kit/Avatar.tsx';
import { LastSeen } from '#web/user/LastSeen.tsx';
import { useMay } from '#web/base/session/session.tsx';
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
  const names = query.data?.pages.flatMap(({ items }) => items.map(({ name }) => name));
  return (
    <div id={id} role="tabpanel" aria-label="People of the chosen tab" className="ls-table-box">
      <AvatarNames value={names ?? []}>
        <DataTable
          label="People"
          rows={query}
          columns={COLUMNS}
          row={ROW}
          className={`ls-table-fixed ls-table-hover ${classes.table}`}
          empty={<NoUsers state={state} counts={query.data?.pages[0]?.counts} onChange={onChange} />}
          foot={<MarksLegend />}
        />
      </AvatarNames>
    </div>
  );
}

const ROW: RowFacts<User> = { key: ({ id }) => id, attributes: ({ state }) => ({ 'data-state': state }) };

const COLUMNS: Columns<User> = [
  { head: 'Name', isRowHead: true, cell: (user) => <Person user={user} /> },
  ...SCOPES_TO_READ.map((scope) => ({
    head: SCOPE_LABELS[scope],
    from: 'medium' as const,
    className: classes.scope,
    cell: ({ permissions }: User) => <ScopeMarks bits={parsePermissions(permissions)[scope]} />,
  })),
  { head: 'Role', from: 'wide', width: 128, cell: describeRole },
  { head: 'Last seen', width: 164, cell: (user) => <Seen user={user} /> },
];

function describeRole(user: User): string {
  const permissions = parsePermissions(user.permissions);
  return hasNoPermissions(permissions) ? 'None' : (roleOf(permissions) ?? 'Own set');
}

function Person({ user }: Readonly<{ user: User }>) {
  const { id, name, email, state, unverified_because, unconfirmed_because, access_request } = user;
  const mayGrant = useMay()({ scope: 'user', action: 'edit' });
  return (
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
  );
}

function Seen({ user }: Readonly<{ user: User }>) {
  return (
    <>
      <LastSeen user={user} now={useNow()} />
      <span className="ls-small ls-block ls-ink-3 ls-until-wide">{describeRole(user)}</span>
    </>
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
    <span className="ls-relative">
      <span className={`ls-inline ${classes.marks}`} aria-hidden>
        {ACTIONS.map((action) => (
          <span key={action} className={classes.mark} data-held={holds(bits, action) || undefined} />
        ))}
      </span>
      <span className="ls-hidden">
        {granted.length === 0 ? 'None' : granted.map((action) => ACTION_LABELS[action]).join(', ')}
      </span>
    </span>
  );
}

/** The legend of the squares, below the table. */
function MarksLegend() {
  return (
    <p className={`ls-row ls-small ls-wrap ls-above-14 ls-ink-3 ls-from-medium ${classes.legend}`} aria-hidden>
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
