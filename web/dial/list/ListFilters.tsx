import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import classes from './ListFilters.module.css';

const OPTIONS = CLASSES.map(({ slug, label }) => ({ value: slug, label }));

type ClassFilterProps = Readonly<{ value: string | undefined; onChange: (cob: string | undefined) => void }>;

export function ClassFilter({ value, onChange }: ClassFilterProps) {
  return (
    <Select
      aria-label="Class of business"
      placeholder="Any class"
      data={OPTIONS}
      value={value ?? null}
      onChange={(cob) => onChange(cob ?? undefined)}
      searchable
      clearable
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': 'Any class' }}
      nothingFoundMessage="No class is called that"
      maxDropdownHeight={320}
      comboboxProps={{ width: 320, position: 'bottom-end' }}
      className={classes.class}
    />
  );
}

/** A filter that is on, with its way off. */
export function FilterChip({ label, onRemove }: Readonly<{ label: string; onRemove: () => void }>) {
  return (
    <span className={classes.chip}>
      {label}
      <button type="button" className={classes.remove} aria-label={`Remove filter: ${label}`} onClick={onRemove}>
        <IconX size={13} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
