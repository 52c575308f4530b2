import { UnstyledButton } from '@mantine/core';
import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import {
  intersect,
  isEmpty,
  parseIntervals,
  printIntervals,
  type Interval,
  type ParseResult,
} from '#domain/dimension/kind/intervals/interval.ts';
import { NumberLine } from './NumberLine.tsx';
import type { NumberScale } from './numberScale.ts';
import classes from './IntervalField.module.css';

type Taking = Readonly<{ onTake: (notation: string) => void }>;
type RepairProps = Taking &
  Readonly<{ kind: 'repair'; parsed: Extract<ParseResult, { ok: false }>; negative: boolean; scale: NumberScale }>;
type MergeProps = Taking & Readonly<{ kind: 'merge'; parsed: Extract<ParseResult, { ok: true }> }>;

/** What could stand in the field instead, one click away. */
export function IntervalOffer(props: RepairProps | MergeProps) {
  return props.kind === 'repair' ? <Repair {...props} /> : <Merge {...props} />;
}

function Repair({ parsed: { hint, repair }, negative, scale, onTake }: RepairProps) {
  if (repair === undefined) return hint === undefined ? null : <p className={classes.offer}>{hint}</p>;
  const meant = parseIntervals(repair, { negative });
  return (
    <p className={classes.offer} title={hint}>
      <span>Did you mean</span>
      {meant.ok && <NumberLine intervals={meant.asWritten} scale={scale} width={84} label={repair} />}
      <span className={`${classes.notation} ls-mono`}>{repair}</span>
      <UnstyledButton className={classes.take} onClick={() => onTake(repair)}>
        Use this
      </UnstyledButton>
    </p>
  );
}

function Merge({ parsed: { set, asWritten }, onTake }: MergeProps) {
  const notation = printIntervals(set);
  return (
    <p className={classes.offer}>
      <IconInfo size={14} className={classes.info} aria-hidden />
      <span>{whyMerge(asWritten)}</span>
      <span className={`${classes.notation} ls-mono`}>{notation}</span>
      <span>covers the same.</span>
      <UnstyledButton className={classes.take} onClick={() => onTake(notation)}>
        Merge
      </UnstyledButton>
    </p>
  );
}

function whyMerge(intervals: readonly Interval[]): string {
  const [first, second, ...others] = intervals;
  if (first === undefined || second === undefined || others.length > 0) return 'Some of these touch or overlap.';
  return isEmpty(intersect([first], [second])) ? 'These two touch.' : 'These two overlap.';
}
