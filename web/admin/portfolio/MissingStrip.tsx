import { useId } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { countMissing, describeMissing, describeMost } from './portfolioText.ts';
import classes from './Portfolio.module.css';

const BAR = 5;
const STEP = 6;
/** The gap between dimensions of different groups. */
const GAP = 5;
const HEIGHT = 22;
/** The minimum height of a non-zero share. */
const LEAST = 1;

/** A bar per dimension, in registry order: dark for missing values, hatched without a column. */
export function MissingStrip({ dimensions }: Pick<Portfolio, 'dimensions'>) {
  const hatch = useId();
  const groups = dimensions.map(({ key }) => dimensionOf(key).group);
  const places = groups.map((_group, index) => {
    const gaps = groups.slice(1, index + 1).filter((other, at) => other !== groups[at]).length;
    return index * STEP + gaps * GAP;
  });
  const width = (places.at(-1) ?? 0) + BAR;
  return (
    <>
      <svg
        role="img"
        aria-label={countMissing(dimensions)}
        width={width}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        preserveAspectRatio="none"
        className={`ls-block ${classes.bars}`}
      >
        <defs>
          <pattern id={hatch} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width={4} height={4} className={classes.track} />
            <rect width={2} height={4} className={classes.missing} />
          </pattern>
        </defs>
        {dimensions.map((dimension, index) => {
          const { key, of, missing, has_column } = dimension;
          const height = of === 0 || missing === 0 ? 0 : Math.max(LEAST, (missing / of) * HEIGHT);
          const isAbsent = of > 0 && !has_column;
          return (
            <g key={key}>
              <title>{describeMissing(dimension)}</title>
              <rect x={places[index]} width={BAR} height={HEIGHT} className={classes.track} />
              {isAbsent ? (
                <rect x={places[index]} width={BAR} height={HEIGHT} fill={`url(#${hatch})`} />
              ) : (
                <rect x={places[index]} y={HEIGHT - height} width={BAR} height={height} className={classes.missing} />
              )}
            </g>
          );
        })}
      </svg>
      <span className="ls-small ls-ink-3 ls-block ls-above-2 ls-nowrap">{describeMost(dimensions)}</span>
    </>
  );
}
