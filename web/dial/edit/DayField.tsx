import { DatePickerInput } from '@mantine/dates';
import IconDay from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { useEditor } from './editor.ts';
import { useField } from './field.ts';
import './dates.ts';

type DayPath = 'active_from' | 'active_until';
type DayFieldProps = Readonly<{ path: DayPath; other: DayPath; label: string; help: string }>;

/** A UTC day. Each of the two is checked again with the other, as each can put the other right. */
export function DayField({ path, other, label, help }: DayFieldProps) {
  const { form } = useEditor();
  const { ref, onChange, onBlur, ...field } = useField(path);
  const choose = (day: string | null) => {
    onChange(day);
    void form.trigger([path, other]);
  };
  return (
    <DatePickerInput
      {...field}
      ref={ref}
      onBlur={onBlur}
      onChange={choose}
      label={label}
      description={help}
      valueFormat="D MMM YYYY"
      placeholder="No date"
      clearable
      leftSection={<IconDay size={15} aria-hidden />}
      leftSectionPointerEvents="none"
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      hideOutsideDates
      weekendDays={[]}
      popoverProps={{ withRoles: false }}
    />
  );
}
