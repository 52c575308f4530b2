import IconAdded from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconOverridden from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconRemoved from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconReordered from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconUpdated from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import classes from './ChangeCounter.module.css';

export type ChangeKind = 'added' | 'removed' | 'updated' | 'overridden' | 'reordered';

const looks = {
  added: { label: 'Added', tone: 'green', Icon: IconAdded },
  removed: { label: 'Removed', tone: 'red', Icon: IconRemoved },
  updated: { label: 'Updated', tone: 'blue', Icon: IconUpdated },
  overridden: { label: 'Overridden', tone: 'violet', Icon: IconOverridden },
  reordered: { label: 'Reordered', tone: 'grey', Icon: IconReordered },
} as const satisfies Record<ChangeKind, object>;

/** In reading order. */
export const COUNTED_KINDS = Object.keys(looks) as readonly ChangeKind[];

type ChangeCounterProps = Readonly<{
  kind: ChangeKind;
  count: number;
  /** Shows the label too, not only to screen readers. */
  withLabel?: boolean;
}>;

export function ChangeCounter({ kind, count, withLabel = false }: ChangeCounterProps) {
  const { label, tone, Icon } = looks[kind];
  return (
    <span className={`ls-chip ls-bold ${classes.counter}`} data-tone={tone} data-labelled={withLabel || undefined}>
      <Icon size={12} stroke={2.25} aria-hidden />
      <span className={withLabel ? undefined : 'ls-hidden'}>{label} </span>
      <span className={classes.count}>{count}</span>
    </span>
  );
}

/** "Overridden": the label of a change. */
export function ChangeChip({ kind }: Readonly<{ kind: ChangeKind }>) {
  const { label, tone, Icon } = looks[kind];
  return (
    <span className="ls-chip" data-tone={tone}>
      <Icon size={12} stroke={2.25} aria-hidden />
      {label}
    </span>
  );
}

/** The kind of a change before its row. */
export function ChangeGlyph({ kind }: Readonly<{ kind: ChangeKind }>) {
  const { label, tone, Icon } = looks[kind];
  return (
    <span className={classes.glyph} data-tone={tone}>
      <Icon size={13} stroke={2.25} aria-hidden />
      <span className="ls-hidden">{label}: </span>
    </span>
  );
}
