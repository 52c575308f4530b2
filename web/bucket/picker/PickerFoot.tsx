import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { BucketDial } from '#contract/bucket.ts';
import { BUCKET_MESSAGES } from '#domain/bucket/check.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { positionOf, roomLeft } from './picked.ts';
import { plural } from '#web/kit/plural.ts';
import classes from './PickerFoot.module.css';

type PickerFootProps = Readonly<{
  chosen: ReadonlyMap<string, BucketDial>;
  onClear: () => void;
  onAdd: (position: number) => void;
  onCancel: () => void;
}>;

/** How many, where they come in, and the button. */
export function PickerFoot({ chosen, onClear, onAdd, onCancel }: PickerFootProps) {
  const { entries, lookup } = useEditor();
  const [typed, setTyped] = useState('');
  const end = entries.length + 1;
  const position = positionOf(typed === '' ? { at: 'end' } : { at: 'position', typed }, entries.length);
  const below = position === undefined ? undefined : entries[position - 1];
  const belowName = below && lookup(below)?.data.name;
  const tooMany = chosen.size > roomLeft(entries);
  return (
    <div className={`ls-row ls-fixed ls-rule ${classes.foot}`}>
      <TextInput
        label="At position"
        inputMode="numeric"
        placeholder={String(end)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        error={position === undefined ? `Please type 1 to ${end}.` : undefined}
        classNames={{
          root: `ls-row ls-nowrap ${classes.position}`,
          wrapper: classes.input ?? '',
          error: classes.error ?? '',
        }}
      />
      <p className="ls-grow ls-clip ls-small ls-ink-3">
        {tooMany ? (
          <span role="alert" className="ls-red">
            {BUCKET_MESSAGES.tooMany}
          </span>
        ) : (
          position !== undefined && (belowName === undefined ? 'At the end' : `Above ${belowName}`)
        )}
      </p>
      {chosen.size > 0 && (
        <UnstyledButton className={`ls-accent ls-bold ${classes.clear}`} onClick={onClear}>
          Clear choice
        </UnstyledButton>
      )}
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        disabled={chosen.size === 0 || position === undefined || tooMany}
        onClick={() => position !== undefined && onAdd(position)}
      >
        {chosen.size === 0 ? 'Add dials' : `Add ${plural(chosen.size, 'dial')}`}
      </Button>
    </div>
  );
}
