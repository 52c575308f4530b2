import { memo } from 'react';
import type { Standing } from '#domain/evaluation/standing.ts';
import { FactGlyph } from './Trace.tsx';
import classes from './Trace.module.css';

/** The legend of the trace. */
export const Legend = memo(function Legend() {
  return (
    <ul className={`ls-list ls-row ls-wrap ls-small ls-ink-3 ${classes.legend}`}>
      <li className="ls-row">
        <span className={classes.swatch} /> supplies the value
      </li>
      <li className="ls-row">
        <s>25%</s> set, an earlier dial won
      </li>
      <li className="ls-row">
        <span className={classes.dot} /> override in this bucket
      </li>
      <li className="ls-row">
        <svg width="8" height="8" aria-hidden>
          <path className={classes.marker} d="M0 1h8l-4 6z" />
        </svg>
        the risk’s own value
      </li>
    </ul>
  );
});

/** The four glyphs. */
export const LegendBefore = () => (
  <ul className={`ls-list ls-row ls-wrap ls-small ls-ink-3 ${classes.legend}`}>
    {(['not-known', 'not-active', 'matches', 'misses'] as const).map((kind) => (
      <li key={kind} className="ls-row">
        <FactGlyph kind={kind} /> {LEGEND[kind]}
      </li>
    ))}
  </ul>
);

const LEGEND = {
  'not-known': 'not known yet',
  'not-active': 'not active on this day',
  matches: 'matches',
  misses: 'misses',
} as const satisfies Record<Standing['kind'], string>;
