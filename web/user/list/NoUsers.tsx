import { EmptyState } from '#web/kit/EmptyState.tsx';
import type { UsersState } from './usersState.ts';
import classes from '#web/kit/NoResult.module.css';

type NoUsersProps = Readonly<{
  state: UsersState;
  counts: Readonly<Record<UsersState['tab'], number>> | undefined;
  onChange: (part: Partial<UsersState>) => void;
}>;

/** Nobody to list: either there is nobody at all, or the search was too narrow. */
export function NoUsers({ state: { tab, q }, counts, onChange }: NoUsersProps) {
  if (q === '' && tab === 'present')
    return <EmptyState title="Nobody is known yet" text="People appear here when they first sign in." />;
  if (q === '')
    return (
      <EmptyState title="Nobody is deactivated" text="Whoever is deactivated stands here and can be let in again." />
    );
  const other = tab === 'present' ? 'deactivated' : 'present';
  const there = counts?.[other] ?? 0;
  return (
    <p className={classes.none} role="status">
      No one matches <b>“{q}”</b>
      {tab === 'deactivated' && ' among the deactivated'}.{' '}
      {there > 0 && (
        <>
          <button type="button" className={classes.way} onClick={() => onChange({ tab: other })}>
            {other === 'deactivated' ? `Show ${there} deactivated` : `Show ${there} among People`}
          </button>
          {' or '}
        </>
      )}
      <button type="button" className={classes.way} onClick={() => onChange({ q: '' })}>
        {there > 0 ? 'everyone' : 'Show everyone'}
      </button>
    </p>
  );
}
