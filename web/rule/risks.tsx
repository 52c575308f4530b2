import { TextInput } from '@mantine/core';
import { type ComponentType, useMemo, useState } from 'react';
import type {
  Dimension,
  DimensionKind,
  DimensionOf,
  FixedOption,
  KindValues,
  RiskValue,
} from '#domain/dimension/dimension.ts';
import { grouped, UNITS, unreadableNumber } from '#domain/dimension/format.ts';
import { parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { readAmount, writeAmount } from './amount.ts';
import { NumberLine } from './NumberLine.tsx';
import { scaleFor } from './numberScale.ts';
import { OptionsField } from './OptionsField.tsx';
import classes from './risks.module.css';

type FieldProps<K extends DimensionKind> = Readonly<{
  id: string;
  dimension: DimensionOf<K>;
  /** Undefined if unknown. */
  value: KindValues[K]['risk'] | undefined;
  onChange: (value: KindValues[K]['risk'] | undefined) => void;
}>;

type MissProps<K extends DimensionKind> = Readonly<{
  dimension: DimensionOf<K>;
  wants: KindValues[K]['value'];
  has: KindValues[K]['risk'] | undefined;
  /** The reason, in words. */
  why: string;
}>;

type RiskKind<K extends DimensionKind> = Readonly<{
  /** The input for a risk's value. */
  Field: ComponentType<FieldProps<K>>;
  /** It is one input that the label above it can point at. */
  isInput: boolean;
  /** It needs the width of two fields. */
  isWide: (dimension: DimensionOf<K>) => boolean;
  /** Why a risk does not match, beside the name of the dimension. */
  Miss: ComponentType<MissProps<K>>;
}>;

const never = () => false;
const hasMany = ({ options }: Readonly<{ options: readonly FixedOption[] }>) => options.length > 2;

/** The input of each kind for a risk, and the text for a dial that requires another value. */
const RISKS = {
  intervals: { Field: NumberField, isInput: true, isWide: never, Miss: NumberMiss },
  options: {
    Field: ({ id, dimension: { label, list }, value = [], onChange }) => (
      <OptionsField
        id={id}
        label={label}
        list={list}
        value={value}
        onChange={(codes) => onChange(codes.length === 0 ? undefined : codes)}
        onBlur={nothing}
        error={undefined}
        compact={COMPACT}
      />
    ),
    isInput: true,
    isWide: never,
    Miss: MissText,
  },
  choices: {
    Field: ({ id, dimension: { label, options }, value = [], onChange }) => (
      <Toggles
        id={id}
        label={label}
        options={options}
        pressed={value}
        onToggle={(choice) => {
          const next = options.map((option) => option.value).filter((one) => (one === choice) !== value.includes(one));
          onChange(next.length === 0 ? undefined : next);
        }}
      />
    ),
    isInput: false,
    isWide: hasMany,
    Miss: MissText,
  },
  'one-of': {
    Field: ({ id, dimension: { label, options }, value, onChange }) => (
      <Toggles
        id={id}
        label={label}
        options={options}
        pressed={value === undefined ? [] : [value]}
        onToggle={(choice) => onChange(choice === value ? undefined : choice)}
      />
    ),
    isInput: false,
    isWide: hasMany,
    Miss: MissText,
  },
  'yes-no': {
    Field: ({ id, dimension: { label }, value, onChange }) => (
      <Toggles
        id={id}
        label={label}
        options={YES_NO}
        pressed={value === undefined ? [] : [String(value)]}
        onToggle={(choice) => onChange(choice === String(value) ? undefined : choice === 'true')}
      />
    ),
    isInput: false,
    isWide: never,
    Miss: MissText,
  },
} as const satisfies { [K in DimensionKind]: RiskKind<K> };

const nothing = () => {};
const COMPACT = { placeholder: 'Not known' };
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

type RiskFieldProps = Readonly<{
  id: string;
  dimension: Dimension;
  value: RiskValue | undefined;
  onChange: (value: RiskValue | undefined) => void;
}>;

/** A labelled field: the risk's value in this dimension. */
export function RiskField({ id, dimension, value, onChange }: RiskFieldProps) {
  const { Field, isInput, isWide } = RISKS[dimension.kind] as unknown as Omit<RiskKind<'one-of'>, 'Field'> &
    Readonly<{ Field: ComponentType<RiskFieldProps> }>;
  const Label = isInput ? 'label' : 'span';
  const unit = 'unit' in dimension ? UNITS[dimension.unit].label : '';
  return (
    <div className={classes.field} data-wide={isWide(dimension as never) || undefined}>
      <div className={`ls-row ls-medium ${classes.label}`}>
        <Label {...(isInput && { htmlFor: id })} className="ls-grow ls-clip" title={dimension.label}>
          {dimension.label}
        </Label>
        {unit !== '' && <span className="ls-fixed ls-small ls-normal ls-ink-3">{unit}</span>}
      </div>
      <Field id={id} dimension={dimension} value={value} onChange={onChange} />
    </div>
  );
}

type DimensionMissProps = Readonly<{
  dimension: Dimension;
  wants: unknown;
  has: RiskValue | undefined;
  why: string;
}>;

/** Why a risk does not match: in words, and for numbers on the dimension's line. */
export function DimensionMiss({ dimension, ...miss }: DimensionMissProps) {
  const { Miss } = RISKS[dimension.kind] as unknown as { Miss: ComponentType<DimensionMissProps> };
  return <Miss dimension={dimension} {...miss} />;
}

function MissText({ why }: Readonly<{ why: string }>) {
  return why;
}

const LINE_PX = 76;

function NumberMiss({ dimension, wants, has, why }: MissProps<'intervals'>) {
  const scale = scaleFor(dimension);
  const parsed = useMemo(() => parseIntervals(wants, { negative: true }), [wants]);
  if (has === undefined) return <span title={wants}>{why}</span>;
  return (
    <span className={`ls-block ${classes.miss}`}>
      <span className={`ls-row ls-wrap ${classes.parts}`}>
        {parsed.ok && (
          <NumberLine intervals={parsed.asWritten} scale={scale} width={LINE_PX} tone="grey" marker={has} label={why} />
        )}
        <span className="ls-num" title={wants}>
          {why}
        </span>
      </span>
    </span>
  );
}

/** A number field. Parses at every key, and formats on blur. */
function NumberField({ id, dimension, value, onChange }: FieldProps<'intervals'>) {
  const [text, setText] = useState(value === undefined ? '' : grouped(value));
  const [seen, setSeen] = useState(value);
  const [left, setLeft] = useState(true);
  // Another risk replaced this one.
  if (seen !== value) {
    setSeen(value);
    setText(value === undefined ? '' : grouped(value));
  }
  const read = readRiskNumber(text, dimension);
  return (
    <TextInput
      id={id}
      value={text}
      placeholder="Not known"
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        const next = readRiskNumber(currentTarget.value, dimension).value;
        setText(currentTarget.value);
        setSeen(next);
        setLeft(false);
        if (next !== value) onChange(next);
      }}
      onBlur={() => {
        setText(writeAmount(text));
        setLeft(true);
      }}
      // A partial number is no error while typing.
      error={left ? read.message : undefined}
    />
  );
}

function readRiskNumber(text: string, dimension: DimensionOf<'intervals'>): { value?: number; message?: string } {
  const amount = readAmount(text);
  if (amount === undefined) return {};
  if (Number.isNaN(amount)) return { message: unreadableNumber(dimension.unit) };
  const reading = kindOf(dimension).readRisk(amount);
  return 'message' in reading ? { message: reading.message } : { value: amount };
}

type TogglesProps = Readonly<{
  id: string;
  label: string;
  options: readonly FixedOption[];
  pressed: readonly string[];
  onToggle: (value: string) => void;
}>;

/** Toggle buttons; pressing one again clears the value. */
function Toggles({ id, label, options, pressed, onToggle }: TogglesProps) {
  return (
    <div id={id} role="group" aria-label={label} className={`ls-row ${classes.toggles}`}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={pressed.includes(option.value)}
          className={`ls-plain ls-grow ls-clip ls-medium ls-ink-2 ${classes.toggle}`}
          onClick={() => onToggle(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
