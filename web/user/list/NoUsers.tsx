import { EmptyState } from '#web/kit/EmptyState.tsx';
import type { UsersState } from './usersState.ts';

type NoUsersProps = Readonly<{
  state: UsersState;
  counts: Readonly<Record<UsersState['tab'], number>> | undefined;
  onChange: (part: Partial<UsersState>) => void;
}>;

/** Either there is nobody at all, or the search was too narrow. */
export function NoUsers({ state: { tab, q }, counts, onChange }: NoUsersProps) {
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
