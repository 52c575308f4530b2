import type { ReactNode } from 'react';
import { effectiveValues } from '#domain/bucket/entry.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { IMPACT_VALUES } from '#domain/impact/words.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { describeValueChange, labelOfChange, valueText } from '#web/rule/changeWords.ts';
import { DialDifferenceText } from '#web/rule/Difference.tsx';
import { describeVersions, Replaced } from '#web/rule/Replaced.tsx';
import { ChangeGlyph } from '#web/kit/ChangeCounter.tsx';
import classes from './ChangeRows.module.css';

type Amount = string | number | null;
type Brief = Readonly<{ label: string; text: ReactNode; move: string | undefined }>;

/** A change on two lines: the dial, and the most important value that it changes. */
export function ChangeBrief({ change }: Readonly<{ change: BucketChange }>) {
  const { label, text, move } = describe(change);
  return (
    <div className={`ls-row ls-gap-10 ${classes.brief}`}>
      <ChangeGlyph kind={change.kind} />
      <div className="ls-grow ls-break">
        <p className="ls-semi">
          {change.kind === 'removed' ? <del className="ls-ink-2">{change.name}</del> : change.name}
        </p>
        <p className="ls-small">
          <span className="ls-ink-3">{label}</span> <span className="ls-num">{text}</span>
        </p>
      </div>
      {move !== undefined && <span className="ls-small ls-semi ls-num ls-ink-2 ls-nowrap ls-fixed">{move}</span>}
    </div>
  );
}

const describeMove = (value: ValueKey, before: Amount, after: Amount, isOverride = false): Brief => ({
  label: VALUES[value].label,
  text: <Replaced before={valueText(value, before)} after={valueText(value, after)} isOverride={isOverride} />,
  move: describeValueChange(value, before, after)?.text,
});

function describe(change: BucketChange): Brief {
  switch (change.kind) {
    case 'added':
    case 'removed': {
      const values = effectiveValues(change.data.values, change.overrides);
      const value = IMPACT_VALUES.find((key) => values[key] !== undefined);
      const isNew = change.kind === 'added';
      const move = isNew ? 'new' : 'removed';
      if (value === undefined) return { label: 'Sets no value', text: null, move };
      const text = valueText(value, values[value] ?? null);
      return {
        label: VALUES[value].label,
        text: isNew ? <ins className="ls-bold ls-green">{text}</ins> : <del className="ls-ink-3">{text}</del>,
        move,
      };
    }
    case 'updated': {
      const moves = change.changes.filter((one) => one.kind === 'value');
      const key = IMPACT_VALUES.find((one) => moves.some(({ value }) => value === one));
      const move = moves.find(({ value }) => value === key);
      if (move) return describeMove(move.value, move.before, move.after);
      const first = change.changes.find((one) => one.kind !== 'value');
      const version = describeVersions(change);
      if (first) return { label: labelOfChange(first), text: <DialDifferenceText change={first} />, move: version };
      return { label: 'No value changes', text: null, move: version };
    }
    case 'overridden': {
      const key = IMPACT_VALUES.find((one) => change.values.some(({ value }) => value === one));
      const move = change.values.find(({ value }) => value === key);
      return move
        ? describeMove(move.value, move.before, move.after, move.overridden)
        : { label: 'Override', text: null, move: undefined };
    }
    case 'reordered':
      return {
        label: 'Position',
        text: <Replaced before={String(change.from)} after={String(change.to)} />,
        move: undefined,
      };
  }
}
