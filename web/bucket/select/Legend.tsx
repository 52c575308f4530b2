import { BUCKET_STATUSES, BUCKET_STATUS_LABELS } from '#domain/bucket/state.ts';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { StatusGlyph } from '#web/kit/StatusGlyph.tsx';
import classes from './SelectPage.module.css';

/** What the matrix's numbers, tints and glyphs mean, once. */
export function Legend() {
  return (
    <div className={classes.legend}>
      <span>Appetite:</span>
      <span>
        <i className={classes.swatch} data-tint="closed" /> 0 closed
      </span>
      <span>
        <i className={classes.swatch} /> 1 neutral
      </span>
      <span>
        <i className={classes.swatch} data-tint="more" /> above 1
      </span>
      {BUCKET_STATUSES.map((status) => (
        <span key={status}>
          <span className={status === 'pending_review' ? classes.pending : classes.glyph}>
            <StatusGlyph status={status} />
          </span>
          {BUCKET_STATUS_LABELS[status]}
        </span>
      ))}
      <span className={classes.keys}>
        <KeyHint>↑</KeyHint>
        <KeyHint>↓</KeyHint>
        <KeyHint>←</KeyHint>
        <KeyHint>→</KeyHint> move, <KeyHint>Enter</KeyHint> opens
      </span>
    </div>
  );
}
