import { Checkbox } from '@mantine/core';
import { type Ref, useId } from 'react';
import type { BucketDial } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { SetsLine } from '#web/bucket/SetsLine.tsx';
import { Marked } from '#web/dial/Marked.tsx';
import { ScopeLine } from '#web/dial/ScopeLine.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { ARROW_ROW } from '#web/kit/arrowRows.ts';
import classes from './DialPicker.module.css';

/** A dial of the bucket with its version, once loaded. */
export type ExistingDial = BucketEntry & Readonly<{ loaded: BucketDial | undefined }>;

type PickerRowProps = Readonly<{
  dial: BucketDial;
  index: number;
  top: number;
  /** A heading above it: another part of the list begins here. */
  heading: string | undefined;
  /** If it is already in the bucket: with its version and overrides there. */
  existing: ExistingDial | undefined;
  chosen: boolean;
  /** The Tab stop. */
  reachable: boolean;
  nameOption: NameOption;
  onToggle: (index: number, isRange: boolean) => void;
  onFocus: (index: number) => void;
  ref: Ref<HTMLDivElement>;
}>;

const NO_OVERRIDES = {};

/** The dial's name, tags and values. */
export function PickerRow(props: PickerRowProps) {
  const { dial, index, top, heading, existing, chosen, reachable, nameOption, onToggle, onFocus, ref } = props;
  const there = existing !== undefined;
  const shown = existing?.loaded ?? dial;
  const { name, values } = shown.data;
  const id = useId();
  return (
    <div ref={ref} data-index={index} className={classes.place} style={{ top }}>
      {heading !== undefined && <p className={`ls-small ls-ink-3 ls-rule-below ${classes.part}`}>{heading}</p>}
      <label
        htmlFor={id}
        data-there={there || undefined}
        data-chosen={chosen || undefined}
        className={`ls-flex ls-gap-12 ls-rule-below ${classes.row}`}
      >
        <Checkbox
          {...ARROW_ROW}
          id={id}
          aria-describedby={`${id}-says`}
          size="xs"
          // Keep the row focusable, so that arrow keys do not skip it.
          aria-disabled={there}
          aria-label={there ? `${name}, in this bucket already` : name}
          checked={there || chosen}
          tabIndex={reachable ? 0 : -1}
          className={`ls-fixed ls-above-2 ${classes.check}`}
          onChange={({ nativeEvent }) => {
            if (!there) onToggle(index, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true);
          }}
          onFocus={() => onFocus(index)}
        />
        <span className="ls-block ls-grow">
          <span className="ls-row ls-gap-8">
            <StatusChip status={shown.status} glyphOnly />
            <span className="ls-clip ls-semi">
              <Marked text={name} />
            </span>
            <span className="ls-tag">v{existing?.version ?? dial.version}</span>
            {there && <span className="ls-fixed ls-push ls-small ls-ink-3">In this bucket</span>}
          </span>
          <ScopeLine id={`${id}-says`} scope={shown.data} nameOption={nameOption} />
          <span className="ls-block ls-clip ls-small ls-ink-3">
            <SetsLine own={values} overrides={existing?.overrides ?? NO_OVERRIDES} />
          </span>
        </span>
      </label>
    </div>
  );
}
