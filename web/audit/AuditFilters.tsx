import { Button, Select, TextInput } from '@mantine/core';
import { bucketId } from '#domain/event/event.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import { type AuditFilter, isNarrowed } from './filter.ts';
import { actionLabel, objectTypeLabel } from './words.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { DayField } from '#web/kit/DayField.tsx';
import { addDays } from '#web/kit/format.ts';
import { useToday } from '#web/kit/useNow.ts';
import { useMay } from '#web/base/session/session.tsx';
import classes from './Audit.module.css';

type AuditFiltersProps = Readonly<{
  filter: AuditFilter;
  onChange: (part: Partial<AuditFilter>) => void;
  onClear: () => void;
}>;

export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  const words = useApiQuery('listAuditWords', {}).data;
  const { person, object_type, action, from, to } = filter;
  const today = useToday();
  return (
    <div className={`ls-fixed ${classes.filters}`}>
      <PersonField value={person} onChange={(id) => onChange({ person: id })} />
      <WordSelect
        label="Object"
        every="Any kind"
        words={words?.object_types}
        print={objectTypeLabel}
        value={object_type}
        onChange={(type) => onChange({ object_type: type, object_id: undefined })}
      />
      <ObjectField filter={filter} onChange={onChange} />
      <WordSelect
        label="Action"
        every="Any action"
        words={words?.actions}
        print={actionLabel}
        value={action}
        onChange={(name) => onChange({ action: name })}
      />
      <DayField
        label="From"
        placeholder="Any day"
        value={from ?? null}
        onChange={(on) => onChange({ from: on ?? undefined, ...(to && on && to < on && { to: undefined }) })}
        days={{ max: to ?? today }}
        calendar={{
          presets: [
            { label: 'Last week', day: addDays(today, -7) },
            { label: 'This month', day: `${today.slice(0, 7)}-01` },
          ],
        }}
      />
      <DayField
        label="To"
        placeholder="Any day"
        value={to ?? null}
        onChange={(on) => onChange({ to: on ?? undefined })}
        days={{ min: from, max: today }}
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
      clearButtonProps={{ 'aria-label': every }}
      nothingFoundMessage="No match"
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}

type ObjectFieldProps = Pick<AuditFiltersProps, 'filter' | 'onChange'>;

/** A bucket is chosen by class and partner; other objects, or without permission to view buckets, by id. */
function ObjectField({ filter: { object_type, object_id }, onChange }: ObjectFieldProps) {
  const mayView = useMay()({ scope: 'bucket', action: 'view' });
  if (mayView && (object_type === 'bucket' || (object_type === undefined && object_id === undefined)))
    return (
      <BucketSelect
        value={object_id}
        onChange={(id) => onChange({ object_type: id === undefined ? undefined : 'bucket', object_id: id })}
      />
    );
  return (
    <WordField label="Object id" placeholder="Any" value={object_id} onChange={(id) => onChange({ object_id: id })} />
  );
}

type BucketSelectProps = Readonly<{ value: string | undefined; onChange: (id: string | undefined) => void }>;

function BucketSelect({ value, onChange }: BucketSelectProps) {
  const { partners, cells } = useApiQuery('getBucketMatrix', {}).data ?? { partners: [], cells: [] };
  const names = new Map(partners.map((partner) => [partner.number, partnerText(partner)]));
  const buckets = cells.map(({ cob, partner }) => ({
    value: bucketId({ partner, cob }),
    label: `${classLabel(cob)}, ${names.get(partner) ?? partner}`,
  }));
  const isKnown = value === undefined || buckets.some((bucket) => bucket.value === value);
  return (
    <Select
      label="Bucket"
      placeholder="Any bucket"
      data={(isKnown ? buckets : [...buckets, { value, label: value }]).toSorted((a, b) =>
        a.label.localeCompare(b.label),
      )}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      limit={MAX_OFFERED}
      clearable
      clearButtonProps={{ 'aria-label': 'Any bucket' }}
      nothingFoundMessage="No matching bucket"
      comboboxProps={{ width: 320, position: 'bottom-start' }}
    />
  );
}

/** Of hundreds; the rest is found by typing. */
const MAX_OFFERED = 100;

type PersonFieldProps = Readonly<{ value: string | undefined; onChange: (person: string | undefined) => void }>;

/** People by name for those who may view them; otherwise by id. */
function PersonField(props: PersonFieldProps) {
  const mayView = useMay()({ scope: 'user', action: 'view' });
  return mayView ? <PersonSelect {...props} /> : <WordField label="Person" placeholder="Anyone, by id" {...props} />;
}

/** Returns people by name or e-mail, including deactivated ones. */
function useAuditPeople(q: string) {
  const search = { ...(q !== '' && { q }), limit: 50 };
  const options = { placeholderData: keepPreviousData };
  const present = useApiQuery('listUsers', { query: { ...search, state: 'present' } }, options);
  const deactivated = useApiQuery('listUsers', { query: { ...search, state: 'deactivated' } }, options);
  return [present, deactivated].flatMap(({ data }) => data?.items ?? []);
}

function PersonSelect({ value, onChange }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const people = useAuditPeople(q);
  const options = people.map(({ id, name, email }) => ({ value: id, label: name, email }));
  const isListed = value === undefined || options.some((option) => option.value === value);
  return (
    <Select
      label="Person"
      placeholder="Anyone"
      data={isListed ? options : [...options, { value, label: value }]}
      value={value ?? null}
      onChange={(person) => onChange(person ?? undefined)}
      searchable
      onSearchChange={setTyped}
      // The server has filtered, by e-mail too; don't filter again by the chosen name.
      filter={({ options: all }) => all}
      clearable
      clearButtonProps={{ 'aria-label': 'Anyone' }}
      nothingFoundMessage="No matching person"
      comboboxProps={{ width: 280, position: 'bottom-start' }}
    />
  );
}

type WordFieldProps = Readonly<{
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (word: string | undefined) => void;
}>;

/** A text filter, applied on Enter or blur. */
function WordField({ label, placeholder, value, onChange }: WordFieldProps) {
  const [text, setText] = useState(value ?? '');
  const [last, setLast] = useState(value);
  // Back, forward and Clear change the value from outside.
  if (last !== value) {
    setLast(value);
    setText(value ?? '');
  }
  const ask = () => {
    const word = text.trim() === '' ? undefined : text.trim();
    if (word !== value) onChange(word);
  };
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={ask}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && ask()}
      autoComplete="off"
      spellCheck={false}
      maxLength={300}
    />
  );
}
