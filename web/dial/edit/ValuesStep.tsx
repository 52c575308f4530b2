import { SegmentedControl, TextInput } from '@mantine/core';
import { EXPIRING_LINE_OPTIONS, VALUES } from '#domain/value/registry.ts';
import { Card } from '#web/kit/Card.tsx';
import { writeAmount } from '#web/dimension/amount.ts';
import type { AmountKey } from './dialForm.ts';
import { useField, useRevealed } from './editor.ts';
import { FieldRow } from './FieldRow.tsx';
import '#web/dimension/selects.ts';
import classes from './ValuesStep.module.css';

/** The values the dial sets. Defaults: each bucket can override them. */
export function ValuesStep() {
  useRevealed();
  return (
    <Card title="Values" note="Defaults that a bucket can override" padded={false}>
      <ExpiringLineRow />
      <AmountRow valueKey="lead_share_cap" help="Percent of the lead line" />
      <AmountRow valueKey="max_line" help="USD, the most to write" />
      <AmountRow valueKey="min_line" help="USD, the least to write" />
      <AmountRow valueKey="policy_share_cap" help="Percent of the policy" />
      <p className={`ls-small ls-ink-3 ls-sunken ls-rule ${classes.foot}`}>Not set: the next matching dial decides</p>
    </Card>
  );
}

type AmountRowProps = Readonly<{ valueKey: AmountKey; help: string }>;

function AmountRow({ valueKey, help }: AmountRowProps) {
  const { label, unit } = VALUES[valueKey];
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
        rightSection={
          <span className={`ls-wide ls-right ls-small ls-ink-3 ${classes.unit}`}>{unit === 'usd' ? 'USD' : '%'}</span>
        }
        rightSectionWidth={48}
        rightSectionPointerEvents="none"
        classNames={{ input: 'ls-num ls-right' }}
        w={186}
      />
    </FieldRow>
  );
}

const NOT_SET = 'not_set';

function ExpiringLineRow() {
  const { id, value, onChange } = useField('values.ignore_expiring_line');
  const { label } = VALUES.ignore_expiring_line;
  return (
    <FieldRow label={label} help="What becomes of the expiring line" set={value !== null}>
      <SegmentedControl
        id={id}
        aria-label={label}
        aria-describedby={`${id}-help`}
        value={value ?? NOT_SET}
        onChange={(choice) => onChange(choice === NOT_SET ? null : choice)}
        data={[{ value: NOT_SET, label: 'Not set' }, ...EXPIRING_LINE_OPTIONS]}
      />
      <dl id={`${id}-help`} className={`ls-small ls-ink-3 ls-above-8 ${classes.options}`}>
        {EXPIRING_LINE_OPTIONS.map(({ value: of, label: name, help }) => (
          <div key={of} className={of === value ? 'ls-ink' : undefined}>
            <dt className="ls-medium">{name}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </FieldRow>
  );
}
