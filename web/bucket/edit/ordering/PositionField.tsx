import { useEffect, useRef, useState } from 'react';
import classes from './PositionField.module.css';

type PositionFieldProps = Readonly<{
  name: string;
  position: number;
  count: number;
  /** A Tab stop only in the focused row. */
  reachable: boolean;
  /** `done`: by Enter, which returns the focus to the row; otherwise the focus has already moved. */
  onPlace: (position: number, done: boolean) => void;
  /** Cancelled: the focus returns to the row. */
  onLeave: () => void;
}>;

/** The position; a click turns it into a field. */
export function PositionField({ reachable, onPlace, onLeave, ...where }: PositionFieldProps) {
  const [typing, setTyping] = useState(false);
  const { name, position, count } = where;
  if (!typing)
    return (
      <button
        type="button"
        className={classes.position}
        aria-label={`Position ${position} of ${count}, type another for ${name}`}
        title="Click to type a position"
        tabIndex={reachable ? 0 : -1}
        onClick={() => setTyping(true)}
      >
        {position}
      </button>
    );
  return (
    <PositionInput
      {...where}
      onTake={(typedPosition, done) => {
        setTyping(false);
        if (typedPosition !== undefined && typedPosition !== position) onPlace(typedPosition, done);
        else if (done) onLeave();
      }}
    />
  );
}

type PositionInputProps = Pick<PositionFieldProps, 'name' | 'position' | 'count'> &
  Readonly<{ onTake: (typedPosition: number | undefined, done: boolean) => void }>;

function PositionInput({ name, position, count, onTake }: PositionInputProps) {
  const [typed, setTyped] = useState(String(position));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const typedPosition = typed === '' ? undefined : Number(typed);
  return (
    <input
      ref={input}
      className={classes.field}
      aria-label={`New position of ${name}, 1 to ${count}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
      onBlur={() => onTake(typedPosition, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') onTake(typedPosition, true);
        if (event.key === 'Escape') onTake(undefined, true);
      }}
    />
  );
}
