import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#web/api/client.tsx';
import { useMay } from '#web/session/session.tsx';
import { auditPeopleQuery } from './query.ts';
import { WordField } from './WordField.tsx';

type PersonFieldProps = Readonly<{ value: string | undefined; onChange: (person: string | undefined) => void }>;

/** People by name for whoever may see them; their id for anyone else. */
export function PersonField(props: PersonFieldProps) {
  const mayView = useMay()({ scope: 'user', action: 'view' });
  return mayView ? <PersonSelect {...props} /> : <WordField label="Person" placeholder="Anyone, by id" {...props} />;
}

function PersonSelect({ value, onChange }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const people = useQuery(auditPeopleQuery(useApi(), q)).data ?? [];
  const options = people.map(({ id, name, email }) => ({ value: id, label: name, email }));
  const known = value === undefined || options.some((option) => option.value === value);
  return (
    <Select
      label="Person"
      placeholder="Anyone"
      data={known ? options : [...options, { value, label: value }]}
      value={value ?? null}
      onChange={(person) => onChange(person ?? undefined)}
      searchable
      onSearchChange={setTyped}
      // The server has searched, by e-mail too; the name of the one chosen must not narrow.
      filter={({ options: all }) => all}
      clearable
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': 'Anyone' }}
      nothingFoundMessage="No matching person"
      maxDropdownHeight={320}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
    />
  );
}
