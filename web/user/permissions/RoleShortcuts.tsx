import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Permissions } from '#domain/user/permission.ts';
import { permissionsOf, roleOf, ROLES } from '#domain/user/role.ts';
import classes from './RoleShortcuts.module.css';

type RoleShortcutsProps = Readonly<{
  /** The boxes as they are set now. */
  becomes: Permissions;
  onFill: (to: Permissions) => void;
  /** Whether a role cannot be filled in. */
  isRefused?: (to: Permissions) => boolean;
}>;

/** They fill the boxes and are then forgotten: a person holds permissions, never a role. */
export function RoleShortcuts({ becomes, onFill, isRefused }: RoleShortcutsProps) {
  const id = useId();
  const current = roleOf(becomes);
  return (
    <div role="group" aria-labelledby={id} className="ls-row ls-wrap">
      <span id={id} className="ls-small ls-ink-3">
        Fill in as
      </span>
      {ROLES.map((role) => (
        <Button
          key={role}
          size="xs"
          variant="default"
          aria-pressed={role === current}
          className={classes.role ?? ''}
          disabled={isRefused?.(permissionsOf(role)) ?? false}
          onClick={() => onFill(permissionsOf(role))}
        >
          {role}
        </Button>
      ))}
    </div>
  );
}
