import { useId } from 'react';
import { CANNOT_WIDEN_OWN, isWider } from '#domain/user/person-change.ts';
import { Card } from '#web/kit/Card.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { unsavedText } from './permissionChange.ts';
import { RoleShortcuts } from './RoleShortcuts.tsx';
import { SaveNotice } from './SaveNotice.tsx';
import type { PermissionEdit } from './usePermissionEdit.ts';
import classes from './PermissionsCard.module.css';

type PermissionsCardProps = Readonly<{ edit: PermissionEdit; editable: boolean }>;

export function PermissionsCard({ edit, editable }: PermissionsCardProps) {
  const { held, becomes, wanted, count, isOwn } = edit;
  const reasonId = useId();
  const locked = editable && isOwn;
  return (
    <Card
      title="Permissions"
      padded={false}
      {...(editable && { note: 'Take effect at the next token, within minutes; approving at once' })}
      {...(count > 0 && { aside: <span className={classes.unsaved}>{unsavedText(count)}</span> })}
    >
      {editable && <SaveNotice edit={edit} />}
      {editable && (
        <div className={classes.roles}>
          <RoleShortcuts
            becomes={becomes}
            onFill={edit.fill}
            {...(locked && { isRefused: (to) => isWider(held, to) })}
          />
        </div>
      )}
      {locked && (
        <p id={reasonId} className={classes.own}>
          {CANNOT_WIDEN_OWN}
        </p>
      )}
      <PermissionMatrix
        held={held}
        wanted={wanted}
        onSet={editable ? edit.set : undefined}
        lockedBy={locked ? reasonId : undefined}
      />
    </Card>
  );
}
