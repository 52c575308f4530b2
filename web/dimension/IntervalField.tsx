import { TextInput } from '@mantine/core';
import IconWrong from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { useRef, type ClipboardEvent } from 'react';
import { printIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { IntervalOffer } from './IntervalOffer.tsx';
import { insertNotation, joinPastedCells } from './intervalPaste.ts';
import { NumberLine } from './NumberLine.tsx';
import type { NumberScale } from './numberScale.ts';
import { useIntervals } from './useIntervals.ts';
import classes from './IntervalField.module.css';

export type IntervalFieldProps = Readonly<{
  id?: string;
  /** Its accessible name; what can be seen stands beside it. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  scale: NumberScale;
  negative: boolean;
  placeholder?: string;
  /** Raised by one with every try to save: what cannot be read is complained about at once. */
  attempt?: number;
  /** Said by the server about a notation that can be read. */
  error?: string | undefined;
}>;

/** Interval notation, drawn as it is typed. Offers a repair or a merge, and never rewrites by itself. */
export function IntervalField(props: IntervalFieldProps) {
  const { id, label, value, onChange, onBlur, scale, negative, placeholder = 'Any', attempt = 0, error } = props;
  const input = useRef<HTMLInputElement>(null);
  const { parsed, drawn, complaining, complain } = useIntervals(value, negative, attempt);
  const message = complaining && !parsed.ok ? parsed.message : error;

  const leave = () => {
    complain();
    // `10m` and `1,000` are written out only now, when nobody is typing any more.
    const written = parsed.ok ? printIntervals(parsed.asWritten) : value;
    if (written !== value) onChange(written);
    onBlur?.();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const cells = joinPastedCells(event.clipboardData.getData('text'));
    if (cells === undefined) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onChange(insertNotation(value, selectionStart ?? value.length, selectionEnd ?? value.length, cells));
  };
  const take = (notation: string) => {
    onChange(notation);
    input.current?.focus();
  };

  return (
    <div>
      <TextInput
        ref={input}
        {...(id !== undefined && { id })}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={leave}
        onPaste={paste}
        placeholder={placeholder}
        error={message}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        classNames={{ input: `${classes.input} ls-mono` }}
        rightSection={
          message === undefined ? (
            <Count of={drawn.length} />
          ) : (
            <IconWrong size={16} className={classes.wrong} aria-hidden />
          )
        }
        rightSectionWidth={message === undefined && drawn.length > 1 ? 96 : 34}
      />
      <div aria-live="polite">
        {!parsed.ok && complaining && (
          <IntervalOffer kind="repair" parsed={parsed} negative={negative} scale={scale} onTake={take} />
        )}
      </div>
      {drawn.length > 0 && (
        <div className={classes.line}>
          <NumberLine
            intervals={drawn}
            scale={scale}
            width="full"
            faded={!parsed.ok}
            label={parsed.ok ? printIntervals(drawn) : `Last valid: ${printIntervals(drawn)}`}
          />
        </div>
      )}
      <div aria-live="polite">
        {parsed.ok && parsed.set.length < parsed.asWritten.length && (
          <IntervalOffer kind="merge" parsed={parsed} onTake={take} />
        )}
      </div>
    </div>
  );
}

function Count({ of }: { of: number }) {
  return of > 1 ? <span className={classes.count}>{of} intervals</span> : null;
}
