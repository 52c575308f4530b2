import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useId } from 'react';
import type { DialPath } from '#domain/dial/merge.ts';
import { useNameOption } from '#web/dial/query.ts';
import { labelOfPath, textOfPath } from './pathWords.ts';
import classes from './ConflictDialog.module.css';

export type Side = 'theirs' | 'mine';

type ConflictChoiceProps = Readonly<{
  path: DialPath;
  theirs: unknown;
  mine: unknown;
  side: Side;
  onChoose: (side: Side) => void;
}>;

/** One field, both sides. */
export function ConflictChoice({ path, theirs, mine, side, onChoose }: ConflictChoiceProps) {
  const name = useId();
  const nameOption = useNameOption();
  const label = labelOfPath(path);
  const sides = [
    ['theirs', 'Theirs', theirs],
    ['mine', 'Yours', mine],
  ] as const;
  return (
    <fieldset className={classes.choice}>
      <legend className="ls-hidden">{label}</legend>
      {sides.map(([key, title, value]) => (
        <label key={key} className={classes.side}>
          <input type="radio" className="ls-hidden" name={name} checked={side === key} onChange={() => onChoose(key)} />
          <span className={classes.sideTitle}>
            {title}
            <IconCheck size={15} stroke={2} className={classes.check} aria-hidden />
          </span>
          <span className={classes.field}>{label}</span>
          <span className={classes.value}>{textOfPath(path, value, nameOption)}</span>
        </label>
      ))}
    </fieldset>
  );
}
