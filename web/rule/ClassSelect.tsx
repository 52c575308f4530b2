import { Select, type SelectProps } from '@mantine/core';
import { CLASSES } from '#domain/cob/class-of-business.ts';

export const CLASS_OPTIONS = CLASSES.map(({ slug, label }) => ({ value: slug, label }));

/** Chooses one class of business. */
export const ClassSelect = (props: SelectProps) => (
  <Select
    data={CLASS_OPTIONS}
    searchable
    nothingFoundMessage="No matching class"
    {...(props.label === undefined && { 'aria-label': 'Class of business' })}
    {...props}
  />
);
