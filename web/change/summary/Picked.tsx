import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeKey, type SingleChange } from '#domain/bucket/copy.ts';
import type { ChangeKind } from '#domain/bucket/change-kind.ts';
import classes from '#web/change/ChangeSummary.module.css';

/** The selected changes, by key. */
export type Picking = Readonly<{ isPicked: (key: string) => boolean; onPick: (key: string) => void }>;

export const LABELS: Readonly<Record<ChangeKind, string>> = {
  added: 'Added',
  removed: 'Removed',
  updated: 'Updated',
  overridden: 'Overridden',
  reordered: 'Reordered',
};

type PickedProps = Readonly<{
  change: SingleChange & Readonly<{ name: string }>;
  picking: Picking | undefined;
  children: ReactNode;
}>;

/** A change with a checkbox, if it can be selected. */
export function Picked({ change, picking, children }: PickedProps) {
  if (picking === undefined) return children;
  const key = changeKey(change);
  return (
    <div className="ls-flex ls-gap-10">
      <Checkbox
        size="xs"
        className={`ls-fixed ${classes.pick}`}
        aria-label={`Take ${LABELS[change.kind]}: ${change.name}`}
        checked={picking.isPicked(key)}
        onChange={() => picking.onPick(key)}
      />
      <div className="ls-grow">{children}</div>
    </div>
  );
}
