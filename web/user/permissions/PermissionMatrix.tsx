import { ACTIONS, ALL, allows, holds, NONE, type Permissions, type Requirement } from '#domain/user/permission.ts';
import { ACTION_LABELS, SCOPE_LABELS, SCOPES_TO_READ, describePermission } from '#domain/user/permission-words.ts';
import { changesOf, type BoxChoices, applyChoices, type BoxChange } from './permissionChange.ts';
import { Checkbox, Button } from '@mantine/core';
import { useId } from 'react';
import { permissionsOf, roleOf, ROLES } from '#domain/user/role.ts';
import classes from './PermissionMatrix.module.css';

export type PermissionMatrixProps = Readonly<{
  /** The current permissions. */
  current: Permissions;
  choices: BoxChoices;
  /** Undefined: read-only. */
  onSet: ((pair: Requirement, on: boolean) => void) | undefined;
  /** For a new person: everything would be new, so nothing is marked. */
  plain?: boolean;
  /** The permissions the viewer may grant, because they have them. */
  grantable: Permissions;
  /** The id of the element that explains disabled boxes. */
  lockedBy?: string | undefined;
}>;

/** Five scopes by four actions; changes are marked in place. */
export function PermissionMatrix({
  current,
  choices,
  onSet,
  plain = false,
  grantable,
  lockedBy,
}: PermissionMatrixProps) {
  const becomes = applyChoices(current, choices);
  const changes = changesOf(current, becomes);
  return (
    <table className={`ls-table ls-table-fixed ${classes.table}`} aria-label="Permissions">
      <thead>
        <tr>
          <th scope="col" className={classes.scope}>
            Scope
          </th>
          {ACTIONS.map((action) => (
            <th key={action} scope="col" className="ls-bold ls-ink">
              {ACTION_LABELS[action]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SCOPES_TO_READ.map((scope) => (
          <tr key={scope}>
            <th scope="row" className={classes.scope}>
              <span className="ls-block ls-bold">{SCOPE_LABELS[scope]}</span>
              <span className="ls-small ls-normal ls-ink-3">{wordsOf(becomes[scope])}</span>
            </th>
            {ACTIONS.map((action) => {
              const entry = `${scope}:${action}`;
              const isLocked = [grantable, current, becomes].every((some) => !allows(some, { scope, action }));
              return (
                <PermissionCell
                  key={action}
                  scope={scope}
                  action={action}
                  checked={allows(becomes, { scope, action })}
                  change={plain ? undefined : changes.get(entry)}
                  isResettable={allows(current, { scope, action }) || choices.has(entry)}
                  onSet={onSet && ((on) => onSet({ scope, action }, on))}
                  isLocked={isLocked}
                  lockedBy={isLocked ? lockedBy : undefined}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function wordsOf(bits: number): string {
  if (bits === NONE) return 'None';
  if (bits === ALL) return 'All';
  return ACTIONS.filter((action) => holds(bits, action))
    .map((action) => ACTION_LABELS[action])
    .join(', ');
}

type PermissionCellProps = Requirement &
  Readonly<{
    checked: boolean;
    change: BoxChange | undefined;
    /** Held before, or set by hand: it can be cleared even if nothing uses it. */
    isResettable: boolean;
    onSet: ((on: boolean) => void) | undefined;
    /** Disabled; the id of the explanation. */
    isLocked: boolean;
    lockedBy: string | undefined;
  }>;

const MARKS = { granted: '+ granted', revoked: '− revoked' } as const satisfies Record<BoxChange, string>;

function PermissionCell({
  scope,
  action,
  checked,
  change,
  isResettable,
  onSet,
  isLocked,
  lockedBy,
}: PermissionCellProps) {
  const id = useId();
  const what = describePermission({ scope, action });
  const settable = onSet !== undefined && !isLocked && (what !== undefined || isResettable);
  return (
    <td className={classes.cell} data-change={change} data-unused={what === undefined || undefined}>
      <label
        className={`ls-row ${classes.box}`}
        data-settable={settable || undefined}
        data-checked={checked || undefined}
      >
        <Checkbox
          size="xs"
          aria-label={`${scope}:${action}`}
          aria-describedby={lockedBy === undefined ? id : `${id} ${lockedBy}`}
          checked={checked}
          disabled={!settable}
          onChange={(event) => onSet?.(event.currentTarget.checked)}
          classNames={{ input: `${classes.input}` }}
        />
        <span id={id} className={`ls-small ls-ink-2 ${classes.text}`}>
          {what ?? 'Not used'}
          {change !== undefined && <span className={`ls-block ls-bold ${classes.mark}`}>{MARKS[change]}</span>}
        </span>
      </label>
    </td>
  );
}

type RoleShortcutsProps = Readonly<{
  /** The boxes as currently set. */
  becomes: Permissions;
  onFill: (to: Permissions) => void;
  /** Whether roles are disabled. */
  isRefused?: (to: Permissions) => boolean;
}>;

/** A role only fills the boxes: people have permissions, never a role. */
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
