import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useId } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketConflict, Side } from '#domain/bucket/merge.ts';
import classes from '#web/dial/edit/ConflictDialog.module.css';
import { fieldLabel, sideText } from '#web/bucket/draft/conflictWords.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';

type ConflictChoiceProps = Readonly<{
  conflict: BucketConflict;
  name: string;
  theirs: BucketEntries;
  mine: BucketEntries;
  side: Side;
  onChoose: (side: Side) => void;
}>;

/** One value of one dial, both sides. */
export function ConflictChoice({ conflict, name, theirs, mine, side, onChoose }: ConflictChoiceProps) {
  const group = useId();
  const { lookup } = useEditor();
  const label = `${name}, ${fieldLabel(conflict.field)}`;
  const sides = [
    ['theirs', 'Theirs', theirs],
    ['mine', 'Yours', mine],
  ] as const;
  return (
    <fieldset className={classes.choice}>
      <legend className="ls-hidden">{label}</legend>
      {sides.map(([key, title, entries]) => (
        <label key={key} className={classes.side}>
          <input
            type="radio"
            className="ls-hidden"
            name={group}
            checked={side === key}
            onChange={() => onChoose(key)}
          />
          <span className={classes.sideTitle}>
            {title}
            <IconCheck size={15} stroke={2} className={classes.check} aria-hidden />
          </span>
          <span className={classes.field}>{label}</span>
          <span className={classes.value}>{sideText(conflict, entries, lookup)}</span>
        </label>
      ))}
    </fieldset>
  );
}
