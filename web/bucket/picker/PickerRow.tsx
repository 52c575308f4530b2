import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { type Ref, useId } from 'react';
import type { BucketDial } from '#contract/bucket.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';
import { Marked } from '#web/dial/show/Marked.tsx';
import { summarise } from '#web/dial/show/summary.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import classes from './PickerRow.module.css';

type PickerRowProps = Readonly<{
  dial: BucketDial;
  index: number;
  top: number;
  /** In the bucket already. */
  there: boolean;
  chosen: boolean;
  /** The one Tab comes to. */
  reachable: boolean;
  nameOption: NameOption;
  onToggle: (dial: BucketDial) => void;
  onFocus: (index: number) => void;
  ref: Ref<HTMLLabelElement>;
}>;

const NO_OVERRIDES = {};

/** What the dial is and what it sets, to choose it by. */
export function PickerRow(props: PickerRowProps) {
  const { dial, index, top, there, chosen, reachable, nameOption, onToggle, onFocus, ref } = props;
  const { name, dimensions, values } = dial.data;
  const id = useId();
  return (
    <label
      ref={ref}
      htmlFor={id}
      data-index={index}
      data-there={there || undefined}
      data-chosen={chosen || undefined}
      className={`ls-gap-12 ls-rule-below ${classes.row}`}
      style={{ top }}
    >
      <Checkbox
        id={id}
        aria-describedby={`${id}-says`}
        size="xs"
        // It stays within reach of the arrows, so that they do not skip what the eye sees.
        aria-disabled={there}
        aria-label={there ? `${name}, in this bucket already` : name}
        checked={there || chosen}
        tabIndex={reachable ? 0 : -1}
        className={`ls-fixed ${classes.check}`}
        onChange={() => {
          if (!there) onToggle(dial);
        }}
        onFocus={() => onFocus(index)}
      />
      <span className="ls-block ls-grow">
        <span className={`ls-row ${classes.title}`}>
          <StatusChip status={dial.status} glyphOnly />
          <span className={`ls-clip ls-semi ${classes.name}`}>
            <Marked text={name} />
          </span>
          <span className={`ls-fixed ls-ink-2 ls-semi ${classes.version}`}>v{dial.version}</span>
          {there && <span className={`ls-fixed ls-push ls-ink-3 ${classes.there}`}>In this bucket</span>}
        </span>
        <span id={`${id}-says`} className={`ls-block ls-clip ls-small ls-ink-3 ${classes.line}`}>
          {summarise(dimensions, nameOption).map(({ text, notation }, at) => (
            <span key={at} className={notation && 'ls-mono'}>
              <Marked text={text} />
            </span>
          ))}
        </span>
        <span className={`ls-block ls-clip ls-small ls-ink-3 ${classes.line}`}>
          <SetsLine own={values} overrides={NO_OVERRIDES} />
        </span>
      </span>
    </label>
  );
}
