import { useCallback } from 'react';
import { useLocation } from 'react-router';
import type { PersonRead } from '#web/user/query.ts';
import { useSubject } from '#web/frame/useSubject.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { LeaveDialog } from '#web/frame/LeaveDialog.tsx';
import { useLeaveGuard } from '#web/frame/useLeaveGuard.ts';
import { useMay } from '#web/session/session.tsx';
import { DirectoryLine } from '#web/user/DirectoryLine.tsx';
import { PermissionsCard } from '#web/user/permissions/PermissionsCard.tsx';
import { PlainWordsCard } from '#web/user/permissions/PlainWordsCard.tsx';
import { usePermissionEdit } from '#web/user/permissions/usePermissionEdit.ts';
import { StateChip } from '#web/user/StateChip.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { ClaimsCard } from './ClaimsCard.tsx';
import { UserFacts } from './UserFacts.tsx';
import { usePersonActions } from './usePersonActions.tsx';
import classes from './UserDetails.module.css';

const EDIT = { scope: 'user', action: 'edit' } as const;

/** One person: what they may do, what they did, what waits for them, and what their sign-in said of them. */
export function UserDetails({ user }: Readonly<{ user: PersonRead }>) {
  const mayChange = useMay()(EDIT) && user.directory.kind === 'embedded';
  const editable = mayChange && user.state !== 'deactivated';
  const edit = usePermissionEdit(user, editable);
  const { menu, dialog } = usePersonActions(user, mayChange);
  const { pathname } = useLocation();
  const isHere = useCallback((to: string) => to === pathname, [pathname]);
  const blocker = useLeaveGuard({ isDirty: edit.isDirty, isHere });
  useSubject(user.name);
  return (
    <AppPage
      title={user.name}
      subtitle={[{ label: 'Users', to: '/users' }]}
      parent={{ to: '/users', name: 'Users' }}
      status={<StateChip state={user.state} />}
      fact={user.email}
      actions={[
        {
          label: 'Discard',
          variant: 'default',
          onClick: edit.discard,
          hidden: !editable,
          disabled: edit.count === 0 || edit.saving,
        },
        {
          label: 'Save permissions',
          variant: 'filled',
          onClick: edit.save,
          loading: edit.saving,
          hidden: !editable,
          disabled: edit.count === 0 || edit.refusal !== undefined,
          disabledReason: edit.refusal ?? 'Nothing has changed yet',
        },
      ]}
      menu={menu}
    >
      <DirectoryLine directory={user.directory} />
      <div className={classes.layout}>
        <div className={classes.content}>
          <div className={classes.wide}>
            <PermissionsCard edit={edit} editable={editable} />
          </div>
          <div className={classes.later}>
            <ActivityCard userId={user.id} />
          </div>
        </div>
        <div className={classes.side}>
          <PlainWordsCard held={edit.held} becomes={edit.becomes} />
          <UserFacts user={user} />
          <div className={classes.later}>
            <ClaimsCard claims={user.claims} />
          </div>
        </div>
      </div>
      {dialog}
      <LeaveDialog
        blocker={blocker}
        consequence={
          edit.count > 1
            ? `${edit.count} changes are not saved and will be lost.`
            : 'What you changed is not saved and will be lost.'
        }
      />
    </AppPage>
  );
}
