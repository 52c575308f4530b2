import { SegmentedControl, TextInput } from '@mantine/core';
import { UNITS } from '#domain/dimension/format.ts';
import { type AmountKey, isAmountKey, type OptionKey, VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { Card } from '#web/kit/Card.tsx';
import { writeAmount } from '#web/rule/amount.ts';
import { useField, useRevealed } from './editor.ts';
import { FieldRow } from './FieldRow.tsx';
import classes from './ValuesStep.module.css';

/** The values the dial sets. Defaults: each bucket can override them. */
export function ValuesStep() {
  useRevealed();
  return (
    <Card title="Values" note="Defaults that a bucket can override" padded={false}>
      {VALUE_KEYS.map((key) =>
        isAmountKey(key) ? <AmountRow key={key} valueKey={key} /> : <OptionRow key={key} valueKey={key} />,
      )}
      <p className={`ls-small ls-ink-3 ls-sunken ls-rule ${classes.foot}`}>Not set: the next matching dial decides</p>
    </Card>
  );
}

function AmountRow({ valueKey }: Readonly<{ valueKey: AmountKey }>) {
  const { label, help, unit } = VALUES[valueKey];
  const { value, onChange, onBlur, ...field } = useField(`values.${valueKey}`);
  const leave = () => {
    const written = writeAmount(value);
    if (written !== value) onChange(written);
    onBlur();
  };
  return (
    <FieldRow label={label} help={help} set={value.trim() !== ''} fieldId={field.id}>
      <TextInput
        {...field}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={leave}
        placeholder="Not set"
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className={`ls-wide ls-right ls-small ls-ink-3 ${classes.unit}`}>{UNITS[unit].label}</span>}
        rightSectionWidth={48}
        rightSectionPointerEvents="none"
        classNames={{ input: 'ls-num ls-right' }}
        w={186}
      />
    </FieldRow>
  );
}

const NOT_SET = 'not_set';

function OptionRow({ valueKey }: Readonly<{ valueKey: OptionKey }>) {
  const { id, value, onChange } = useField(`values.${valueKey}`);
  const { label, help, options } = VALUES[valueKey];
  return (
    <FieldRow label={label} help={help} set={value !== null}>
      <SegmentedControl
        id={id}
        aria-label={label}
        aria-describedby={`${id}-help`}
        value={value ?? NOT_SET}
        onChange={(choice) => onChange(choice === NOT_SET ? null : choice)}
        data={[{ value: NOT_SET, label: 'Not set' }, ...options]}
      />
      <dl id={`${id}-help`} className={`ls-small ls-ink-3 ls-above-8 ${classes.options}`}>
        {options.map(({ value: of, label: name, help: meaning }) => (
          <div key={of} className={of === value ? 'ls-ink' : undefined}>
            <dt className="ls-medium">{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </FieldRow>
  );
}
