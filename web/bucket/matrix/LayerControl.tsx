import { SegmentedControl } from '@mantine/core';
import { MATRIX_VIEWS, type MatrixView } from '#domain/bucket/matrix-view.ts';
import { BUCKET_STATUS_LABELS, BUCKET_STATUSES, type BucketStatus } from '#domain/bucket/state.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { type KeyLine, useKeys } from '#web/kit/keys.ts';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { LAYER_LABELS } from './layers.ts';
import classes from './SelectPage.module.css';

type LayerControlProps = Readonly<{
  layer: MatrixView;
  onChange: (layer: MatrixView) => void;
  /** Preloads when someone is about to choose. */
  onNear: () => void;
}>;

/** The layer the matrix shows. */
export function LayerControl({ layer, onChange, onNear }: LayerControlProps) {
  return (
    <div className={`ls-fixed ls-below-14 ${classes.layers}`} onPointerEnter={onNear} onFocus={onNear}>
      <SegmentedControl
        aria-label="What the matrix shows"
        data={MATRIX_VIEWS.map((value) => ({ value, label: LAYER_LABELS[value] }))}
        value={layer}
        onChange={onChange}
      />
    </div>
  );
}

type Sign = Readonly<{ label: string } & ({ tint: string } | { glyph: BucketStatus | 'stopped' } | { figure: string })>;

const statusSigns = BUCKET_STATUSES.map((glyph): Sign => ({ glyph, label: BUCKET_STATUS_LABELS[glyph] }));
const NONE: Sign = { figure: '·', label: 'none' };
const STOPPED: Sign = { glyph: 'stopped', label: 'Stopped' };

/** The legend of figures, tints and glyphs in each layer. */
const LEGENDS: Readonly<Record<MatrixView, Readonly<{ title: string; signs: readonly Sign[] }>>> = {
  appetite: {
    title: 'Appetite:',
    signs: [
      { tint: 'closed', label: '0 closed' },
      { tint: 'neutral', label: '1 neutral' },
      { tint: 'more', label: 'above 1' },
      ...statusSigns,
      STOPPED,
    ],
  },
  dials: {
    title: 'Dials of the live version:',
    signs: [
      { figure: '0', label: 'empty' },
      { tint: 'more', label: 'few to many' },
    ],
  },
  newer: {
    title: 'Dials of the live version:',
    signs: [{ tint: 'newer', label: 'with a newer published version' }, NONE],
  },
  drafts: {
    title: 'Who, and for how long:',
    signs: [
      { glyph: 'draft', label: 'Draft, by who saved it last' },
      { glyph: 'pending_review', label: 'Pending Review, by who submitted it' },
      NONE,
    ],
  },
  ending: {
    title: 'Dials of the live version:',
    signs: [{ tint: 'ending', label: `that end within ${COMING_DAYS} days` }, NONE],
  },
  stopped: { title: 'Buckets that answer no risk:', signs: [STOPPED, NONE] },
  live: {
    title: 'Days until the draft goes live:',
    signs: [{ tint: 'live', label: 'approved' }, { tint: 'planned', label: 'not approved yet' }, NONE],
  },
};

export function LayerLegend({ layer }: Readonly<{ layer: MatrixView }>) {
  useKeys('Buckets', KEYS);
  const { title, signs } = LEGENDS[layer];
  return (
    <div className={`ls-row ls-wrap ls-fixed ls-small ls-ink-3 ${classes.legend}`}>
      <span>{title}</span>
      {signs.map((sign) => (
        <span key={sign.label} className="ls-inline ls-gap-6">
          <Mark sign={sign} /> {sign.label}
        </span>
      ))}
      <span className={`ls-inline ls-push ${classes.keys}`}>
        {['↑', '↓', '←', '→'].map((key) => (
          <KeyHint key={key}>{key}</KeyHint>
        ))}{' '}
        move, <KeyHint>Enter</KeyHint> opens
      </span>
    </div>
  );
}

const GLYPH_CLASSES = { active: '', draft: '', pending_review: 'ls-amber', stopped: 'ls-red' } as const;

function Mark({ sign }: Readonly<{ sign: Sign }>) {
  if ('tint' in sign) return <i className={classes.swatch} data-tint={sign.tint} />;
  if ('figure' in sign) return <b className="ls-ink-2">{sign.figure}</b>;
  return (
    <span className={`ls-center ${GLYPH_CLASSES[sign.glyph]}`}>
      <StatusGlyph status={sign.glyph} />
    </span>
  );
}

/** Handled by the matrix. */
const KEYS: readonly KeyLine[] = [
  { keys: '↑↓←→', does: 'move' },
  { keys: 'Enter', does: 'open' },
];
