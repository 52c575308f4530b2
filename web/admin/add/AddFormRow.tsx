import { type ClipboardEvent, type KeyboardEvent, useId } from 'react';
import { appetiteWord } from '#domain/appetite/appetite.ts';
import { plural } from '#web/kit/plural.ts';
import { type AddRow, tidy } from './addPlan.ts';
import { AppetiteLine } from './AppetiteLine.tsx';
import classes from './AddBuckets.module.css';
import { partnerText } from '#web/bucket/address.ts';

export type RowActions = Readonly<{
  /** Without a text: as it was. */
  onType: (partner: number, text: string | undefined) => void;
  /** The field is left. */
  onLeave: (partner: number) => void;
  onMove: (from: HTMLInputElement, by: 1 | -1) => void;
  onPaste: (partner: number, text: string) => void;
}>;

type AddFormRowProps = RowActions & Readonly<{ row: AddRow; complain: boolean }>;

const STEPS: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

export function AddFormRow({ row, complain, onType, onLeave, onMove, onPaste }: AddFormRowProps) {
  const { partner, existing, text, read, fixed } = row;
  const errorId = useId();
  const wrong = complain && read.kind === 'wrong' ? read.message : undefined;
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(event.currentTarget, event.shiftKey ? -1 : step);
  };
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
            // A bucket that exists has an appetite: emptied means as it was.
            if (existing !== undefined && read.kind === 'none') onType(partner.number, undefined);
            else if (!fixed && tidy(text) !== text) onType(partner.number, tidy(text));
            onLeave(partner.number);
          }}
          onKeyDown={onKey}
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

/** What becomes of the partner's bucket. */
function Outcome({ row: { existing, read } }: Readonly<{ row: AddRow }>) {
  if (existing !== undefined) return <>Exists, keeps {plural(existing.dials, 'dial')}</>;
  if (read.kind === 'appetite') return <span className="ls-medium ls-green">+ New, empty</span>;
  return <span className="ls-ink-3">Left out</span>;
}
