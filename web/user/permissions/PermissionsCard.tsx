import { useId } from 'react';
import { CANNOT_WIDEN_OWN, isWider } from '#domain/user/person-change.ts';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { PermissionMatrix } from './PermissionMatrix.tsx';
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
      {...(count > 0 && {
        aside: (
          <span className="ls-chip ls-bold" data-tone="amber">
            {plural(count, 'unsaved change')}
          </span>
        ),
      })}
    >
      {editable && <SaveNotice edit={edit} />}
      {editable && (
        <div className={`ls-rule-below ${classes.line}`}>
          <RoleShortcuts
            becomes={becomes}
            onFill={edit.fill}
            {...(locked && { isRefused: (to) => isWider(held, to) })}
          />
        </div>
      )}
      {locked && (
        <p id={reasonId} className={`ls-rule-below ls-ink-2 ${classes.line}`}>
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
