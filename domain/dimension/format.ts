import type { Unit } from './dimension.ts';

const STEPS: readonly (readonly [at: number, suffix: string])[] = [
  [1e9, 'bn'],
  [1e6, 'm'],
  [1e3, 'k'],
];

/** `$3.5m`, `8 hours`, `25%`: for sentences and tick labels. */
export function formatShort(value: number, unit: Unit): string {
  const sign = value < 0 ? '−' : '';
  const size = Math.abs(value);
  switch (unit) {
    case 'usd':
      return `${sign}$${shorten(size)}`;
    case 'percent':
      return `${sign}${plain(size)}%`;
    case 'hours':
    case 'days':
      return `${sign}${grouped(size)} ${size === 1 ? unit.slice(0, -1) : unit}`;
    case 'count':
    case 'index':
      return sign + grouped(size);
  }
}

/** `3,500,000`: for columns, whose head names the unit. */
export function grouped(value: number): string {
  const [whole = '', decimals] = plain(Math.abs(value)).split('.');
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '−' : ''}${groups}${decimals ? `.${decimals}` : ''}`;
}

function shorten(size: number): string {
  for (const [at, suffix] of STEPS) {
    const scaled = size / at;
    if (scaled >= 1 && Number(scaled.toPrecision(4)) === scaled) return plain(scaled) + suffix;
  }
  return grouped(size);
}

const plain = (value: number): string => String(value);
