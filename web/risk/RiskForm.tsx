import { Select, UnstyledButton } from '@mantine/core';
import IconLess from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconMore from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { isForClass, type RiskValue } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { RiskField } from '#web/rule/risks.tsx';
import { DayField } from '#web/kit/DayField.tsx';
import { utcToday } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import type { TriedList } from './tried.ts';
import classes from './TryRisk.module.css';

type RiskFormProps = Readonly<{
  risk: Risk;
  /** Changes whenever a whole risk replaces another: fields reset. */
  renewed: number;
  lists: readonly TriedList[];
  /** Slug of the class of business; without one every dimension is offered. */
  cob: string | undefined;
  onPart: (part: Partial<Risk>) => void;
  onDimension: (key: DimensionKey, value: RiskValue | undefined) => void;
}>;

const ALL_JOURNEYS = [...JOURNEYS];

/** The risk's values: first the dimensions any dial uses, the others on demand. */
export function RiskForm({ risk, renewed, lists, cob, onPart, onDimension }: RiskFormProps) {
  const id = useId();
  const [all, setAll] = useState(false);
  const used = useMemo(() => findUsedDimensions(lists), [lists]);
  const isKnown = (key: DimensionKey) => risk.dimensions[key] !== undefined;
  const offered = DIMENSION_KEYS.filter(
    (key) => used.has(key) || isKnown(key) || cob === undefined || isForClass(dimensionOf(key), cob),
  );
  const first = offered.filter((key) => used.has(key));
  const others = offered.filter((key) => !used.has(key));
  const shown = [...first, ...others.filter((key) => all || isKnown(key))];
  const Icon = all ? IconLess : IconMore;
  return (
    <>
      <div key={renewed} className={classes.fields}>
        <Arrival journey={risk.journey} date={risk.date} onPart={onPart} />
        {shown.map((key) => (
          <Dimension key={key} name={key} id={id + key} value={risk.dimensions[key]} onChange={onDimension} />
        ))}
      </div>
      {others.length > 0 && (
        <UnstyledButton
          className={`ls-link ls-row ls-gap-6 ls-above-14 ${classes.more}`}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          <Icon size={14} stroke={2} aria-hidden />
          {all ? 'Fewer dimensions' : plural(others.length, 'more dimension')}
        </UnstyledButton>
      )}
    </>
  );
}

type ArrivalProps = Readonly<{ journey: Risk['journey']; date: string; onPart: RiskFormProps['onPart'] }>;

/** The journey and date of the risk. */
const Arrival = memo(function Arrival({ journey, date, onPart }: ArrivalProps) {
  return (
    <>
      <Select
        label="Journey"
        data={ALL_JOURNEYS}
        value={journey}
        onChange={(next) => onPart({ journey: next })}
        placeholder="Not known"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Journey' }}
      />
      <DayField label="On date" value={date} onChange={(day) => onPart({ date: day ?? utcToday() })} canClear={false} />
    </>
  );
});

type DimensionProps = Readonly<{
  name: DimensionKey;
  id: string;
  value: RiskValue | undefined;
  onChange: (key: DimensionKey, value: RiskValue | undefined) => void;
}>;

/** Memoised: a key in one field re-renders no other field. */
const Dimension = memo(function Dimension({ name, id, value, onChange }: DimensionProps) {
  const change = useCallback((next: RiskValue | undefined) => onChange(name, next), [name, onChange]);
  return <RiskField id={id} dimension={dimensionOf(name)} value={value} onChange={change} />;
});

function findUsedDimensions(lists: readonly TriedList[]): ReadonlySet<DimensionKey> {
  const dials = lists.flatMap(({ entries }) => entries.map(({ dial }) => dial));
  return new Set(dials.flatMap(({ dimensions }) => listSetDimensions(dimensions).map(({ key }) => key)));
}
