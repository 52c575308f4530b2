import { UnstyledButton } from '@mantine/core';
import { type ComponentType, useMemo, useState } from 'react';
import {
  type Dimension,
  type DimensionKind,
  type DimensionOf,
  type IntervalsDimension,
  type KindValues,
  labelOf,
  listFacts,
  type NameOption,
  type ReferenceList,
} from '#domain/dimension/dimension.ts';
import { groupNotation, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { abbreviate } from '#domain/dimension/kind/intervals/kind.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { NumberLine } from './NumberLine.tsx';
import { scaleFor } from './numberScale.ts';
import { useReference } from './query.ts';
import classes from './shows.module.css';

const PILL = `ls-chip ls-break ${classes.pill}`;

type ShowProps<K extends DimensionKind> = Readonly<{
  dimension: DimensionOf<K>;
  value: KindValues[K]['value'];
  nameOption: NameOption;
}>;

type ShowKind<K extends DimensionKind> = Readonly<{
  /** In the details of a dial, with room for everything. */
  Show: ComponentType<ShowProps<K>>;
  /** In a cell beside the same dimension of another dial. */
  Compare: ComponentType<ShowProps<K>>;
}>;

/** The display of each kind. */
const SHOWS = {
  intervals: {
    Show: ({ dimension, value }) => (
      <div className={`ls-row ls-wrap ${classes.interval}`}>
        <div className={classes.line}>
          <Line dimension={dimension} notation={value} />
        </div>
        <span className={`ls-small ls-loose ls-break ${classes.notation}`} title={groupNotation(value)}>
          {abbreviate(value, dimension.unit)}
        </span>
      </div>
    ),
    Compare: ({ dimension, value }) => (
      <>
        <Line dimension={dimension} notation={value} />
        <span className="ls-block ls-small" title={groupNotation(value)}>
          {abbreviate(value, dimension.unit)}
        </span>
      </>
    ),
  },
  options: {
    Show: ({ dimension, value }) => <OptionPills list={dimension.list} codes={value} />,
    Compare: ({ dimension: { list }, value, nameOption }) => (
      <Pills names={value.map((code) => nameOption(list, code))} />
    ),
  },
  choices: {
    Show: ({ dimension: { options }, value }) => (
      <Pills names={options.filter((option) => value.includes(option.value)).map(({ label }) => label)} />
    ),
    Compare: ({ dimension: { options }, value }) => <Pills names={value.map((code) => labelOf(options, code))} />,
  },
  'one-of': {
    Show: ({ dimension: { options }, value }) => <Pills names={[labelOf(options, value)]} />,
    Compare: ({ dimension: { options }, value }) => labelOf(options, value),
  },
  'yes-no': {
    Show: ({ value }) => <span className={PILL}>{yesOrNo(value)}</span>,
    Compare: ({ value }) => yesOrNo(value),
  },
} as const satisfies { [K in DimensionKind]: ShowKind<K> };

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

type DimensionValueProps = Readonly<{
  dimension: Dimension;
  value: unknown;
  nameOption: NameOption;
  as: keyof ShowKind<'options'>;
}>;

/** A dial's condition. An unset dimension matches any risk. */
export function DimensionValue({ dimension, value, nameOption, as }: DimensionValueProps) {
  const Display = SHOWS[dimension.kind][as] as unknown as ComponentType<Omit<DimensionValueProps, 'as'>>;
  if (!kindOf(dimension).isValue(value)) return <span className="ls-ink-3">Any</span>;
  return <Display dimension={dimension} value={value} nameOption={nameOption} />;
}

/** On the scale of the dimension, which is the same for every dial. */
function Line({ dimension, notation }: Readonly<{ dimension: IntervalsDimension; notation: string }>) {
  const parsed = parseIntervals(notation, { negative: true });
  if (!parsed.ok) return null;
  const scale = { ...scaleFor(dimension), marks: [0] };
  return <NumberLine intervals={parsed.asWritten} scale={scale} width="full" ticks label={groupNotation(notation)} />;
}

const MAX_PILLS = 12;

export function Pills({ names }: Readonly<{ names: readonly string[] }>) {
  const rest = names.slice(MAX_PILLS);
  return (
    <ul className="ls-list ls-row ls-top ls-wrap ls-gap-6">
      {names.slice(0, MAX_PILLS).map((name) => (
        <li key={name} className={PILL}>
          {name}
        </li>
      ))}
      {rest.length > 0 && (
        <li className="ls-small" title={rest.join(', ')}>
          {rest.length} more
        </li>
      )}
    </ul>
  );
}

const MAX_OPTION_PILLS = 24;

function OptionPills({ list, codes }: Readonly<{ list: ReferenceList; codes: readonly string[] }>) {
  const { data } = useReference();
  const labels = useMemo(() => new Map(data?.[list].map(({ code, label }) => [code, label])), [data, list]);
  const [all, setAll] = useState(false);
  const shown = all || codes.length <= MAX_OPTION_PILLS + 1 ? codes : codes.slice(0, MAX_OPTION_PILLS);
  return (
    <ul className="ls-list ls-row ls-top ls-wrap ls-gap-6">
      {shown.map((code) => (
        <li key={code} className={PILL}>
          <Name code={code} label={labels.get(code)} withCode={listFacts(list).showsCode === true} />
        </li>
      ))}
      {shown.length < codes.length && (
        <li>
          <UnstyledButton className={`ls-link ls-small ls-medium ${classes.more}`} onClick={() => setAll(true)}>
            {codes.length - shown.length} more
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

type NameProps = Readonly<{ code: string; label: string | undefined; withCode: boolean }>;

/** An unknown code stands for itself. */
function Name({ code, label, withCode }: NameProps) {
  if (label === undefined || label === code) return <span className={classes.code}>{code}</span>;
  if (!withCode) return label;
  // Some labels include their code: "9101 Alder".
  const meaning = label.startsWith(`${code} `) ? label.slice(code.length + 1) : label;
  return (
    <>
      <span className={classes.code}>{code}</span> {meaning}
    </>
  );
}
