import { type ClipboardEvent, useId } from 'react';
import { appetiteWord, APPETITE, printAppetite, type ReadAppetite } from '#domain/appetite/appetite.ts';
import { ARROW_ROW } from '#web/kit/arrowRows.ts';
import { plural } from '#web/kit/plural.ts';
import { type AddRow, tidy } from './addPlan.ts';
import { partnerText } from '#web/bucket/address.ts';
import classes from './AddBuckets.module.css';

export type RowActions = Readonly<{
  /** Undefined reverts it. */
  onType: (partner: number, text: string | undefined) => void;
  /** On blur. */
  onLeave: (partner: number) => void;
  onPaste: (partner: number, text: string) => void;
}>;

type AddFormRowProps = RowActions & Readonly<{ row: AddRow; showsError: boolean }>;

export function AddFormRow({ row, showsError, onType, onLeave, onPaste }: AddFormRowProps) {
  const { partner, existing, text, read, fixed } = row;
  const errorId = useId();
  const wrong = showsError && read.kind === 'wrong' ? read.message : undefined;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (fixed || !/[\n\r\t]/.test(pasted)) return;
    event.preventDefault();
    onPaste(partner.number, pasted);
  };
  return (
    <tr>
      <td className={`ls-ink-3 ${classes.no}`}>{partner.number}</td>
      <td className="ls-break ls-medium">{partner.name}</td>
      <td className="ls-small">
        <Outcome row={row} />
      </td>
      <td className="ls-right">
        <input
          {...ARROW_ROW}
          className={`ls-num ls-right ls-ink ${classes.input}`}
          aria-label={`Appetite of ${partnerText(partner)}`}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : errorId}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="none"
          readOnly={fixed}
          title={fixed ? 'Changing an appetite needs edit on admin.' : undefined}
          value={text}
          onChange={(event) => onType(partner.number, event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            // An existing bucket always has an appetite: empty reverts it.
            if (existing !== undefined && read.kind === 'none') onType(partner.number, undefined);
            else if (!fixed && tidy(text) !== text) onType(partner.number, tidy(text));
            onLeave(partner.number);
          }}
          onPaste={paste}
        />
      </td>
      {wrong === undefined ? (
        <>
          <td>
            <AppetiteLine read={read} />
          </td>
          <td className="ls-small ls-ink-3">{read.kind === 'appetite' && appetiteWord(read.value)}</td>
        </>
      ) : (
        <td colSpan={2} id={errorId} className="ls-small ls-red">
          {wrong}
        </td>
      )}
    </tr>
  );
}

/** The result for the partner's bucket. */
function Outcome({ row: { existing, read } }: Readonly<{ row: AddRow }>) {
  if (existing !== undefined)
    return (
      <>
        <span className="ls-block">Exists, keeps {plural(existing.dials, 'dial')}</span>
        {read.kind === 'appetite' && read.value !== existing.appetite && (
          <span className="ls-block ls-num ls-amber">
            {printAppetite(existing.appetite)} → {printAppetite(read.value)}
          </span>
        )}
      </>
    );
  if (read.kind === 'appetite') return <span className="ls-medium ls-green">+ New, empty</span>;
  return <span className="ls-ink-3">Left out</span>;
}

const WIDTH = 132;
const EDGE = 6;
/** Larger values stand at the end. */
const MAX_DRAWN = 3;

const xOf = (value: number): number => EDGE + (Math.min(value, MAX_DRAWN) / MAX_DRAWN) * (WIDTH - 2 * EDGE);
const NEUTRAL = xOf(APPETITE.neutral);

/** From 0 to 3 and more, with a mark at neutral. The word beside it says the same. */
function AppetiteLine({ read }: Readonly<{ read: ReadAppetite }>) {
  const at = read.kind === 'appetite' ? xOf(read.value) : undefined;
  const closed = read.kind === 'appetite' && read.value === APPETITE.least;
  return (
    <svg width={WIDTH} height={16} viewBox={`0 0 ${WIDTH} 16`} aria-hidden className="ls-fixed ls-block">
      <line x1={EDGE} x2={WIDTH - EDGE} y1={8} y2={8} className={classes.track} />
      {at !== undefined && <line x1={NEUTRAL} x2={at} y1={8} y2={8} className={classes.part} />}
      <line x1={NEUTRAL} x2={NEUTRAL} y1={2.5} y2={13.5} className={classes.neutral} />
      {at !== undefined && <circle cx={at} cy={8} r={4.5} data-closed={closed || undefined} className={classes.dot} />}
    </svg>
  );
}

export function LineScale() {
  const labels = [
    [0, '0'],
    [1, '1'],
    [MAX_DRAWN, `${MAX_DRAWN}+`],
  ] as const;
  return (
    <svg width={WIDTH} height={16} viewBox={`0 0 ${WIDTH} 16`} aria-hidden className="ls-fixed ls-block">
      {labels.map(([value, label]) => (
        <text
          key={label}
          x={xOf(value)}
          y={12}
          textAnchor={value === MAX_DRAWN ? 'end' : 'middle'}
          className={classes.tick}
        >
          {label}
        </text>
      ))}
    </svg>
  );
}
