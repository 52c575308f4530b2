import { UnstyledButton } from '@mantine/core';
import IconClosed from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useId } from 'react';
import type { Group } from '#domain/dimension/dimension.ts';
import { describeValue, isSet } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { DimensionRow } from './DimensionRow.tsx';
import { useDraft } from './editor.ts';
import classes from './DimensionGroup.module.css';

type DimensionGroupProps = Readonly<{
  group: Group;
  keys: readonly DimensionKey[];
  cob: string;
  open: boolean;
  onToggle: () => void;
}>;

/** A card of dimensions; closed, one line says what is set in it. */
export function DimensionGroup({ group, keys, cob, open, onToggle }: DimensionGroupProps) {
  const id = useId();
  const count = useDraft(({ data }) => keys.filter((key) => data.dimensions[key] !== undefined).length);
  const Icon = open ? IconOpen : IconClosed;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 className={classes.head}>
        <UnstyledButton className={classes.toggle} aria-expanded={open} onClick={onToggle}>
          <span id={id} className={classes.title}>
            {group}
          </span>
          <span className={classes.count}>
            {count} of {keys.length} set
          </span>
          <span className={classes.summary}>{!open && <Summary keys={keys} />}</span>
          <Icon size={16} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      </h2>
      {open && keys.map((key) => <DimensionRow key={key} dimensionKey={key} cob={cob} />)}
    </section>
  );
}

function Summary({ keys }: { keys: readonly DimensionKey[] }) {
  const nameOption = useNameOption();
  const dimensions = useDraft(({ data }) => data.dimensions);
  return keys.flatMap((key) => {
    if (!isSet(dimensions[key])) return [];
    return (
      <span key={key} className={classes.fact}>
        {dimensionOf(key).label} <strong>{describeValue(key, dimensions[key], nameOption)}</strong>
      </span>
    );
  });
}
