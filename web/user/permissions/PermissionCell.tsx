import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import type { Requirement } from '#domain/user/permission.ts';
import { allowsWhat } from '#domain/user/permission-words.ts';
import type { BoxChange } from './permissionChange.ts';
import classes from './PermissionMatrix.module.css';

type PermissionCellProps = Requirement &
  Readonly<{
    checked: boolean;
    change: BoxChange | undefined;
    /** Held before, or set by hand: it can be set back even where nothing reads it. */
    known: boolean;
    onSet: ((on: boolean) => void) | undefined;
    /** Where this box cannot be ticked: the element that says why. */
    lockedBy: string | undefined;
  }>;

const MARKS = { granted: '+ granted', revoked: '− revoked' } as const satisfies Record<BoxChange, string>;

export function PermissionCell({ scope, action, checked, change, known, onSet, lockedBy }: PermissionCellProps) {
  const id = useId();
  const what = allowsWhat({ scope, action });
  const settable = onSet !== undefined && lockedBy === undefined && (what !== undefined || known);
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
