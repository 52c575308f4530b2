import { SegmentedControl } from '@mantine/core';
import type { ComponentType } from 'react';
import type {
  Dimension,
  DimensionKind,
  DimensionOf,
  DimensionValue,
  FixedOption,
  KindValues,
} from '#domain/dimension/dimension.ts';
import { UNITS } from '#domain/dimension/format.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { IntervalField } from './IntervalField.tsx';
import { scaleFor } from './numberScale.ts';
import { OptionsField } from './OptionsField.tsx';

type CommonProps = Readonly<{
  id: string;
  onBlur: () => void;
  error: string | undefined;
  /** Incremented with every attempt to save: invalid input then shows its error at once. */
  attempt: number;
}>;

type FieldProps<K extends DimensionKind> = CommonProps &
  Readonly<{
    dimension: DimensionOf<K>;
    /** Undefined if not set. */
    value: KindValues[K]['value'] | undefined;
    onChange: (value: KindValues[K]['value'] | null) => void;
  }>;

/** `isInput`: it is one input that the label can point at. */
type FieldKind<K extends DimensionKind> = Readonly<{ isInput: boolean; Field: ComponentType<FieldProps<K>> }>;

/** The input of each kind. Apart from the display, so that only pages with forms load selects. */
const FIELDS = {
  intervals: { isInput: true, Field: IntervalsInput },
  options: {
    isInput: true,
    Field: ({ dimension: { label, list }, value = [], ...field }) => (
      <OptionsField {...field} label={label} list={list} value={value} />
    ),
  },
  choices: {
    isInput: false,
    Field: ({ id, dimension: { label, options }, value = [], onChange }) => (
      <ChoiceGroup id={id} label={label} options={options} value={value} onChange={onChange} />
    ),
  },
  'one-of': {
    isInput: false,
    Field: ({ id, dimension: { label, options }, value, onChange }) => (
      <AnyOrOne id={id} label={label} options={options} value={value} onChange={onChange} />
    ),
  },
  'yes-no': {
    isInput: false,
    Field: ({ id, dimension: { label }, value, onChange }) => (
      <AnyOrOne
        id={id}
        label={label}
        options={YES_NO}
        value={value === undefined ? undefined : String(value)}
        onChange={(choice) => onChange(choice === null ? null : choice === 'true')}
      />
    ),
  },
} as const satisfies { [K in DimensionKind]: FieldKind<K> };

export const isInput = ({ kind }: Dimension): boolean => FIELDS[kind].isInput;

type DimensionFieldProps = CommonProps &
  Readonly<{ dimension: Dimension; value: unknown; onChange: (value: DimensionValue | null) => void }>;

export function DimensionField({ dimension, value, ...field }: DimensionFieldProps) {
  const { Field } = FIELDS[dimension.kind] as unknown as { Field: ComponentType<DimensionFieldProps> };
  return <Field {...field} dimension={dimension} value={kindOf(dimension).isValue(value) ? value : undefined} />;
}

function IntervalsInput({ id, dimension, value = '', onChange, onBlur, attempt }: FieldProps<'intervals'>) {
  return (
    <IntervalField
      id={id}
      label={dimension.label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      scale={scaleFor(dimension)}
      negative={dimension.negative === true}
      attempt={attempt}
      placeholder={`Any, or for example ${UNITS[dimension.unit].example}`}
    />
  );
}

const ANY = 'any';
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

type AnyOrOneProps = Readonly<{
  id: string;
  label: string;
  options: readonly FixedOption[];
  value: string | undefined;
  onChange: (value: string | null) => void;
}>;

function AnyOrOne({ id, label, options, value = ANY, onChange }: AnyOrOneProps) {
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
