import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { grouped, UNITS } from '#domain/dimension/format.ts';
import { EXPIRING_LINE_OPTIONS, VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import { writeAmount } from '#web/rule/amount.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { Card } from '#web/kit/Card.tsx';
import type { AddedDial } from './addPlan.ts';
import type { AddState } from './useAdding.ts';
import classes from './Add.module.css';

/** The overrides for all chosen buckets, dial by dial. */
export function Overrides({ adding }: Readonly<{ adding: AddState }>) {
  const { added } = adding;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const dial = added.find(({ dial_id }) => dial_id === chosenId) ?? added[0];
  if (dial === undefined) return null;
  return (
    <Card
      title="Overrides"
      note={<span className="ls-ink-3">optional, the same in all chosen buckets</span>}
      aside={
        added.length > 1 && (
          <Select
            size="xs"
            aria-label="Overrides of which dial"
            allowDeselect={false}
            data={added.map(({ dial_id, name }) => ({ value: dial_id, label: name }))}
            value={dial.dial_id}
            onChange={setChosenId}
          />
        )
      }
    >
      <div className={classes.overrides}>
        {VALUE_KEYS.map((key) => (
          <OverrideField key={`${dial.dial_id} ${key}`} adding={adding} dial={dial} valueKey={key} />
        ))}
      </div>
    </Card>
  );
}

type OverrideFieldProps = Readonly<{ adding: AddState; dial: AddedDial; valueKey: ValueKey }>;

function OverrideField({ adding: { typed, errors, type }, dial: { dial_id, own }, valueKey }: OverrideFieldProps) {
  const { label, unit } = VALUES[valueKey];
  const value = typed[dial_id]?.[valueKey] ?? '';
  const set = own[valueKey];
  const field = {
    label,
    // The unit is inside the field.
    placeholder: set === undefined ? 'Not set' : typeof set === 'number' ? grouped(set) : valueText(valueKey, set),
    error: errors[dial_id]?.[valueKey],
  };
  if (unit === null)
    return (
      <Select
        {...field}
        clearable
        data={EXPIRING_LINE_OPTIONS.map((option) => ({ value: option.value, label: option.label }))}
        value={value === '' ? null : value}
        onChange={(chosen) => type(dial_id, valueKey, chosen ?? '')}
      />
    );
  return (
    <TextInput
      {...field}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => type(dial_id, valueKey, event.currentTarget.value)}
      onBlur={() => type(dial_id, valueKey, writeAmount(value))}
      rightSection={<span className="ls-small ls-ink-3">{UNITS[unit].label}</span>}
      rightSectionWidth={44}
      rightSectionPointerEvents="none"
      classNames={{ input: 'ls-num ls-right' }}
    />
  );
}
