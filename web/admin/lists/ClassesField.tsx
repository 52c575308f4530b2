import { MultiSelect } from '@mantine/core';
import { findClass } from '#domain/cob/class-of-business.ts';
import { CLASS_OPTIONS } from '#web/rule/ClassSelect.tsx';

type ClassesFieldProps = Readonly<{
  label: string;
  /** If the label is shown nowhere else. */
  isLabelShown?: boolean;
  value: readonly string[];
  onChange: (classes: string[]) => void;
  error: string | undefined;
}>;

/** The classes of business that an option is for. */
export function ClassesField({ label, isLabelShown = false, value, onChange, error }: ClassesFieldProps) {
  return (
    <MultiSelect
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      data={CLASS_OPTIONS}
      value={[...value]}
      onChange={onChange}
      error={error}
      placeholder={value.length === 0 ? 'Every class' : 'Add a class'}
      nothingFoundMessage="No matching class"
    />
  );
}

/** "Hull, Marine War", or that it applies to all. */
export const classesText = (classes: readonly string[]): string =>
  classes.length === 0 ? 'Every class' : classes.map((slug) => findClass(slug)?.label ?? slug).join(', ');
