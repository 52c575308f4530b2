import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import type { Matrix } from '#web/admin/query.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { countClasses } from './addPlan.ts';
import classes from './AddBuckets.module.css';

type ClassFieldProps = Readonly<{
  matrix: Matrix;
  value: string | null;
  onChange: (cob: string | null) => void;
  error: string | undefined;
}>;

/** Every class; one that exists for some partners says so. */
export function ClassField({ matrix, value, onChange, error }: ClassFieldProps) {
  const counts = countClasses(matrix);
  const of = (slug: string) => `${counts.get(slug)} of ${matrix.partners.length} partners`;
  return (
    <Select
      label="Class of business"
      placeholder="Select Class"
      data={CLASSES.map(({ slug, label }) => ({ value: slug, label }))}
      renderOption={({ option }) => (
        <span className={`ls-spread ls-wide ${classes.some}`}>
          {option.label}
          {counts.has(option.value) && <small>exists for {of(option.value)}</small>}
        </span>
      )}
      value={value}
      onChange={onChange}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No matching class"
      maxDropdownHeight={320}
      comboboxProps={{ width: 480, position: 'bottom-start' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={value !== null && counts.has(value) ? `It exists already for ${of(value)}.` : undefined}
      error={error}
      className={classes.class}
      data-autofocus
    />
  );
}
