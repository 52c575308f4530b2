import { useEffect, useRef, useState } from 'react';
import classes from './PositionField.module.css';

type PositionFieldProps = Readonly<{
  name: string;
  position: number;
  count: number;
  /** In the order of Tab: only the row that has the focus. */
  reachable: boolean;
  /** `done`: by Enter, so that the focus goes back to the row; elsewhere it is on its way already. */
  onPlace: (position: number, done: boolean) => void;
  /** Given up without a change: the focus goes back to the row. */
  onLeave: () => void;
}>;

/** The position, and where one clicks it a field that takes another. */
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
      onTake={(wanted, done) => {
        setTyping(false);
        if (wanted !== undefined && wanted !== position) onPlace(wanted, done);
        else if (done) onLeave();
      }}
    />
  );
}

type PositionInputProps = Pick<PositionFieldProps, 'name' | 'position' | 'count'> &
  Readonly<{ onTake: (wanted: number | undefined, done: boolean) => void }>;

function PositionInput({ name, position, count, onTake }: PositionInputProps) {
  const [typed, setTyped] = useState(String(position));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const wanted = typed === '' ? undefined : Number(typed);
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
      onBlur={() => onTake(wanted, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') onTake(wanted, true);
        if (event.key === 'Escape') onTake(undefined, true);
      }}
    />
  );
}
