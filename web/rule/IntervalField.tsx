import { TextInput, UnstyledButton } from '@mantine/core';
import IconWrong from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { useRef, type ClipboardEvent, useMemo, useState } from 'react';
import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import {
  groupIntervals,
  groupNotation,
  printIntervals,
  intersect,
  isEmpty,
  parseIntervals,
  type Interval,
  type ParseResult,
} from '#domain/dimension/kind/intervals/interval.ts';
import { DraggableLine } from './DraggableLine.tsx';
import { type LineEnd, moveEnd } from './lineEnds.ts';
import { NumberLine } from './NumberLine.tsx';
import type { NumberScale } from './numberScale.ts';
import classes from './IntervalField.module.css';

type IntervalFieldProps = Readonly<{
  id?: string;
  /** Its accessible name; the visible label is beside it. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  scale: NumberScale;
  negative: boolean;
  placeholder?: string;
  /** Incremented with every attempt to save: invalid notation then shows its error at once. */
  attempt?: number;
  /** The server's error about a notation that parses. */
  error?: string | undefined;
}>;

/** Interval notation, drawn while typing. Offers a fix or a merge, and never rewrites by itself. */
export function IntervalField(props: IntervalFieldProps) {
  const { id, label, value, onChange, onBlur, scale, negative, placeholder = 'Any', attempt = 0, error } = props;
  const input = useRef<HTMLInputElement>(null);
  const { parsed, drawn, complaining, complain } = useIntervals(value, negative, attempt);
  const message = complaining && !parsed.ok ? parsed.message : error;

  const written = parsed.ok ? printIntervals(parsed.asWritten) : value;
  // What is typed stays as it is while it is the value; else long numbers are grouped.
  const [typed, setTyped] = useState<string>();
  const shown = typed === value ? typed : groupNotation(value);
  const type = (text: string) => {
    setTyped(text);
    onChange(text);
  };
  const leave = () => {
    complain();
    setTyped(undefined);
    // Format `10m` and `5m to 50m` only now that nobody is typing.
    if (written !== value) onChange(written);
    onBlur?.();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const cells = joinPastedCells(event.clipboardData.getData('text'));
    if (cells === undefined) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    type(insertNotation(shown, selectionStart ?? shown.length, selectionEnd ?? shown.length, cells));
  };
  const move = (end: LineEnd, to: number) => {
    const moved = moveEnd(drawn, end, to);
    if (moved !== undefined) onChange(printIntervals(moved));
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
        value={shown}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onPaste={paste}
        placeholder={placeholder}
        error={message}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        classNames={{ input: `${classes.input} ls-mono` }}
        rightSection={
          message === undefined ? <Count of={drawn.length} /> : <IconWrong size={16} className="ls-red" aria-hidden />
        }
        rightSectionWidth={message === undefined && drawn.length > 1 ? 96 : 34}
      />
      <div aria-live="polite">
        {!parsed.ok && complaining && (
          <IntervalOffer kind="repair" parsed={parsed} negative={negative} scale={scale} onTake={take} />
        )}
      </div>
      {written !== value.trim() && groupNotation(written) !== shown.trim() && (
        <p className={OFFER}>
          <span>
            Will be written <span className="ls-mono ls-break ls-ink-2">{groupNotation(written)}</span>
          </span>
        </p>
      )}
      {drawn.length > 0 && (
        <div className="ls-above-8">
          {parsed.ok ? (
            <DraggableLine intervals={drawn} scale={scale} label={groupIntervals(drawn)} onMove={move} />
          ) : (
            <NumberLine
              intervals={drawn}
              scale={scale}
              width="full"
              faded
              label={`Last valid: ${groupIntervals(drawn)}`}
            />
          )}
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
  return of > 1 ? (
    <span className={`ls-wide ls-right ls-small ls-nowrap ls-ink-3 ${classes.count}`}>{of} intervals</span>
  ) : null;
}

const OFFER = `ls-row ls-wrap ls-small ls-loose ls-ink-3 ls-above-4 ${classes.offer}`;

type Taking = Readonly<{ onTake: (notation: string) => void }>;
type RepairProps = Taking &
  Readonly<{ kind: 'repair'; parsed: Extract<ParseResult, { ok: false }>; negative: boolean; scale: NumberScale }>;
type MergeProps = Taking & Readonly<{ kind: 'merge'; parsed: Extract<ParseResult, { ok: true }> }>;

/** A suggestion for the field, one click away. */
function IntervalOffer(props: RepairProps | MergeProps) {
  return props.kind === 'repair' ? <Repair {...props} /> : <Merge {...props} />;
}

function Repair({ parsed: { hint, repair }, negative, scale, onTake }: RepairProps) {
  if (repair === undefined) return hint === undefined ? null : <p className={OFFER}>{hint}</p>;
  const suggestion = parseIntervals(repair, { negative });
  return (
    <p className={OFFER} title={hint}>
      <span>Did you mean</span>
      {suggestion.ok && (
        <NumberLine intervals={suggestion.asWritten} scale={scale} width={84} label={groupNotation(repair)} />
      )}
      <span className={`ls-mono ls-break ls-ink-2 ${classes.notation}`}>{groupNotation(repair)}</span>
      <UnstyledButton className="ls-link ls-small ls-loose" onClick={() => onTake(repair)}>
        Use this
      </UnstyledButton>
    </p>
  );
}

function Merge({ parsed: { set, asWritten }, onTake }: MergeProps) {
  const notation = printIntervals(set);
  return (
    <p className={OFFER}>
      <IconInfo size={14} className="ls-accent" aria-hidden />
      <span>{whyMerge(asWritten)}</span>
      <span className={`ls-mono ls-break ls-ink-2 ${classes.notation}`}>{groupIntervals(set)}</span>
      <span>covers the same.</span>
      <UnstyledButton className="ls-link ls-small ls-loose" onClick={() => onTake(notation)}>
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

/**
 * Parses on every key, but shows errors only on blur or after an attempt to save (`attempt`), and from then on until
 * the notation is valid.
 */
function useIntervals(value: string, negative: boolean, attempt: number) {
  const parsed = useMemo(() => parseIntervals(value, { negative }), [value, negative]);
  const [lastGood, setLastGood] = useState<readonly Interval[]>(() => (parsed.ok ? parsed.asWritten : []));
  const [complaining, setComplaining] = useState(() => attempt > 0 && !parsed.ok);
  const [seen, setSeen] = useState(attempt);

  if (parsed.ok && lastGood !== parsed.asWritten) setLastGood(parsed.asWritten);
  if (parsed.ok && complaining) setComplaining(false);
  if (seen !== attempt) {
    setSeen(attempt);
    setComplaining(!parsed.ok);
  }
  return { parsed, drawn: lastGood, complaining, complain: () => setComplaining(!parsed.ok) };
}

/** Joins cells of a spreadsheet column (or row) into one notation. Undefined if the text is a single line. */
export function joinPastedCells(text: string): string | undefined {
  if (!/[\r\n\t]/.test(text.trim())) return undefined;
  const cells = text.split(/[\r\n\t]+/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replace(/[;,]$/, ''),
  );
  return cells.filter((cell) => cell !== '').join(' ');
}

/** Inserts a notation into another, with spaces where needed. */
export function insertNotation(value: string, start: number, end: number, notation: string): string {
  const before = value.slice(0, start).trimEnd();
  const after = value.slice(end).trimStart();
  return [before, notation, after].filter((part) => part !== '').join(' ');
}
