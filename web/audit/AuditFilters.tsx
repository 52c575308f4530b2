import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import IconDay from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import '@mantine/dates/styles.layer.css';
import { auditWordsQuery } from './query.ts';
import { type AuditFilter, isNarrowed } from './auditFilter.ts';
import { actionLabel, objectTypeLabel } from './show/words.ts';
import { PersonField } from './PersonField.tsx';
import { WordField } from './WordField.tsx';
import classes from './Audit.module.css';

type AuditFiltersProps = Readonly<{
  filter: AuditFilter;
  onChange: (part: Partial<AuditFilter>) => void;
  onClear: () => void;
}>;

const day = {
  valueFormat: 'D MMM YYYY',
  placeholder: 'Any day',
  clearable: true,
  leftSection: <IconDay size={15} aria-hidden />,
  leftSectionPointerEvents: 'none',
  ariaLabels: { previousMonth: 'Previous month', nextMonth: 'Next month' },
  hideOutsideDates: true,
  weekendDays: [],
  popoverProps: { withRoles: false },
} as const;

export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  const words = useQuery(auditWordsQuery(useApi())).data;
  const { person, object_type, object_id, action, from, to } = filter;
  return (
    <div className={`ls-fixed ${classes.filters}`}>
      <PersonField value={person} onChange={(id) => onChange({ person: id })} />
      <WordSelect
        label="Object"
        every="Any kind"
        words={words?.object_types}
        print={objectTypeLabel}
        value={object_type}
        onChange={(type) => onChange({ object_type: type })}
      />
      <WordField
        label="Object id"
        placeholder="9101/cargo"
        value={object_id}
        onChange={(id) => onChange({ object_id: id })}
      />
      <WordSelect
        label="Action"
        every="Any action"
        words={words?.actions}
        print={actionLabel}
        value={action}
        onChange={(name) => onChange({ action: name })}
      />
      <DatePickerInput
        {...day}
        weekendDays={[]}
        label="From"
        value={from ?? null}
        onChange={(on) => onChange({ from: on ?? undefined })}
        clearButtonProps={{ 'aria-label': 'Clear From' }}
        {...(to !== undefined && { maxDate: to })}
      />
      <DatePickerInput
        {...day}
        weekendDays={[]}
        label="To"
        value={to ?? null}
        onChange={(on) => onChange({ to: on ?? undefined })}
        clearButtonProps={{ 'aria-label': 'Clear To' }}
        {...(from !== undefined && { minDate: from })}
      />
      {isNarrowed(filter) && (
        <Button variant="subtle" color="slate" className={classes.clear ?? ''} onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  );
}

type WordSelectProps = Readonly<{
  label: string;
  every: string;
  words: readonly string[] | undefined;
  print: (word: string) => string;
  value: string | undefined;
  onChange: (word: string | undefined) => void;
}>;

function WordSelect({ label, every, words = [], print, value, onChange }: WordSelectProps) {
  const all = value === undefined || words.includes(value) ? words : [...words, value];
  return (
    <Select
      label={label}
      placeholder={every}
      data={all.map((word) => ({ value: word, label: print(word) })).toSorted((a, b) => a.label.localeCompare(b.label))}
      value={value ?? null}
      onChange={(word) => onChange(word ?? undefined)}
      searchable
      clearable
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': every }}
      nothingFoundMessage="No match"
      maxDropdownHeight={320}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}
