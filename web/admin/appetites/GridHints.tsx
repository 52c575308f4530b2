import { KeyHint } from '#web/kit/KeyHint.tsx';
import select from '#web/bucket/select/SelectPage.module.css';

/** What the shades mean, and the keys of the grid, once. */
export function GridHints({ editable }: Readonly<{ editable: boolean }>) {
  return (
    <div className={select.legend}>
      <span>0.00 closed, 1.00 neutral, · no bucket</span>
      {editable && (
        <span className={select.keys}>
          <KeyHint>Enter</KeyHint> edit <KeyHint>Esc</KeyHint> undo <KeyHint>Ctrl V</KeyHint> paste a range
        </span>
      )}
    </div>
  );
}
