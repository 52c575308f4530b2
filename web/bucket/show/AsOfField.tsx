import { DatePickerInput } from '@mantine/dates';
import IconDay from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { versionAddress } from '#web/bucket/address.ts';
// The calendar's styles come with the page that has one.
import '@mantine/dates/styles.layer.css';

/** The way to the version of any past day. */
export function AsOfField({ day: shown }: Readonly<{ day: string | null }>) {
  const navigate = useNavigate();
  const [now] = useState(() => new Date());
  return (
    <DatePickerInput
      label="As of"
      placeholder="Today"
      value={shown}
      onChange={(day) => void navigate(versionAddress(day === null ? undefined : { day }))}
      maxDate={now.toISOString().slice(0, 10)}
      valueFormat="D MMM YYYY"
      clearable
      leftSection={<IconDay size={15} aria-hidden />}
      leftSectionPointerEvents="none"
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      clearButtonProps={{ 'aria-label': 'Clear As of' }}
      hideOutsideDates
      weekendDays={[]}
      popoverProps={{ withRoles: false }}
    />
  );
}
