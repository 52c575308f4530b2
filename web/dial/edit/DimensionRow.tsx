import { SegmentedControl } from '@mantine/core';
import { memo } from 'react';
import { isForClass, type Unit } from '#domain/dimension/dimension.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { IntervalField } from '#web/dimension/IntervalField.tsx';
import { scaleFor } from '#web/dimension/numberScale.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { fieldId, useDraft, useField } from './editor.ts';
import { FieldRow } from './FieldRow.tsx';
import { OptionsField } from './OptionsField.tsx';

type DimensionRowProps = Readonly<{ dimensionKey: DimensionKey; cob: string }>;

export const DimensionRow = memo(function DimensionRow({ dimensionKey, cob }: DimensionRowProps) {
  const { label, help, kind } = dimensionOf(dimensionKey);
  const id = fieldId(`dimensions.${dimensionKey}`);
  const set = useDraft(({ data }) => data.dimensions[dimensionKey] !== undefined);
  const stray = cob !== '' && !isForClass(dimensionOf(dimensionKey), cob);
  return (
    <FieldRow
      label={label}
      help={stray ? 'Set, though not for this class' : help}
      set={set}
      {...((kind === 'intervals' || kind === 'options') && { fieldId: id })}
    >
      <DimensionField dimensionKey={dimensionKey} />
    </FieldRow>
  );
});

const DimensionField = memo(function DimensionField({ dimensionKey }: { dimensionKey: DimensionKey }) {
  const dimension = dimensionOf(dimensionKey);
  const attempt = useDraft((snapshot) => snapshot.attempt);
  const { id, value, error, onChange, onBlur } = useField(`dimensions.${dimensionKey}`);
  switch (dimension.kind) {
    case 'intervals':
      return (
        <IntervalField
          id={id}
          label={dimension.label}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          onBlur={onBlur}
          scale={scaleFor(dimension)}
          negative={dimension.negative === true}
          attempt={attempt}
          placeholder={`Any, or for example ${EXAMPLES[dimension.unit]}`}
        />
      );
    case 'options':
      return (
        <OptionsField
          id={id}
          label={dimension.label}
          list={dimension.list}
          value={asList(value)}
          onChange={onChange}
          onBlur={onBlur}
          error={error}
        />
      );
    case 'choices':
      return (
        <ChoiceGroup
          id={id}
          label={dimension.label}
          options={dimension.options}
          value={asList(value)}
          onChange={onChange}
        />
      );
    case 'one-of':
      return (
        <OneOf id={id} label={dimension.label} options={dimension.options} value={asText(value)} onChange={onChange} />
      );
    case 'yes-no':
      return (
        <OneOf
          id={id}
          label={dimension.label}
          options={YES_NO}
          value={typeof value === 'boolean' ? String(value) : ANY}
          onChange={(choice) => onChange(choice === null ? null : choice === 'true')}
        />
      );
  }
});

const EXAMPLES: Readonly<Record<Unit, string>> = {
  usd: '[5m,50m)',
  percent: '[10,25]',
  hours: '[8,12]',
  days: '[0,365)',
  count: '[1,250]',
  index: '[-5,1.81)',
};

const ANY = 'any';
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

type OneOfProps = Readonly<{
  id: string;
  label: string;
  options: readonly Readonly<{ value: string; label: string }>[];
  value: string;
  onChange: (value: string | null) => void;
}>;

function OneOf({ id, label, options, value, onChange }: OneOfProps) {
  return (
    <SegmentedControl
      id={id}
      aria-label={label}
      data={[{ value: ANY, label: 'Any' }, ...options]}
      value={value}
      onChange={(choice) => onChange(choice === ANY ? null : choice)}
    />
  );
}

const asList = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : ANY);
