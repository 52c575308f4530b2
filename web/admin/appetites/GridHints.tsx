import { KeyHint } from '#web/kit/KeyHint.tsx';

/** What the shades mean, and the keys of the grid, once. */
export function GridHints({ editable }: Readonly<{ editable: boolean }>) {
  return (
    <div className="ls-row ls-fixed ls-wrap ls-small ls-ink-3 ls-above-12">
      <span>0.00 closed, 1.00 neutral, · no bucket</span>
      {editable && (
        <span className="ls-inline ls-push">
          <KeyHint>Enter</KeyHint> edit <KeyHint>Esc</KeyHint> undo <KeyHint>Ctrl V</KeyHint> paste a range
        </span>
      )}
    </div>
  );
}
