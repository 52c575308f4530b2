import { describe, expect, test } from 'vitest';
import { DIMENSION_KEYS, dimensionOf, DIMENSIONS } from '#domain/dimension/registry.ts';
import { parseIntervals, printIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { moveEnd, nextAfterKey } from './lineEnds.ts';
import { tickLabels, scaleFor } from './numberScale.ts';

const ofIntervals = DIMENSION_KEYS.map(dimensionOf).filter((dimension) => dimension.kind === 'intervals');
const intervals = (text: string) => {
  const parsed = parseIntervals(text, { negative: true });
  return parsed.ok ? parsed.asWritten : [];
};

describe('positions of numbers', () => {
  test.each(ofIntervals)('$label: larger numbers stand further right, and none falls off', (dimension) => {
    const { at } = scaleFor(dimension);
    const numbers = [-1e12, -1e6, -100, -5, -0.5, 0, 0.5, 1, 8, 100, 3650, 1e6, 5e6, 5e7, 2.5e8, 1e10, 1e12];
    const allowed = dimension.negative ? numbers : numbers.filter((n) => n >= 0);
    const places = allowed.map(at);
    expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
    for (const [index, place] of places.entries()) if (index > 0) expect(place).toBeGreaterThan(places[index - 1] ?? 1);
  });

  test('money is logarithmic: of $0 to $250m, more than half of the line is below $50m', () => {
    const { at } = scaleFor(DIMENSIONS.attachment_point_ranges);
    expect(at(50e6) - at(10e6)).toBeGreaterThan(0.3);
    expect(at(50e6)).toBeGreaterThan(0.5);
  });

  test('everything else is linear', () => {
    const { at } = scaleFor(DIMENSIONS.nominated_syndicate_line_ranges);
    expect(at(50) - at(25)).toBeCloseTo(at(100) - at(75), 10);
  });

  test.each([
    ['attachment_point_ranges', 3.5e6, '$3.5m'],
    ['bi_cover_waiting_period_ranges', 8, '8 h'],
    ['company_days_since_ipo_ranges', 3650, '3,650 d'],
    ['company_size_change_ranges', -20, '−20%'],
  ] as const)('%s formats %d as %s', (key, value, label) => {
    expect(scaleFor(DIMENSIONS[key]).label(value)).toBe(label);
  });
});

describe('labelled numbers', () => {
  const scale = scaleFor(DIMENSIONS.attachment_point_ranges);
  const labels = (text: string, width: number) => {
    const toX = (value: number) => 7 + scale.at(value) * (width - 14);
    return tickLabels(intervals(text), scale, toX, width);
  };

  test('the ends of the intervals come first, even if they displace a round number', () => {
    const texts = labels('[24000000,50000000)', 300).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(['$24m', '$50m']);
    expect(texts).toContain('$0');
    expect(texts).not.toContain('$25m');
  });

  test.each([84, 132, 280, 450, 900])('at %d px no two labels are closer than 30 px, and none is cut off', (width) => {
    const placed = labels('[5000000,10000000) [11000000,50000000) [1000000000,)', width).toSorted((a, b) => a.x - b.x);
    for (const [index, { x }] of placed.entries()) {
      if (index > 0) expect(x - (placed[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(30);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(width);
    }
    expect(placed.length).toBeGreaterThan(0);
  });
});

test('long labels never overlap, wherever the ends are', () => {
  const scale = scaleFor(DIMENSIONS.attachment_point_ranges);
  // Six pixels a letter is less than any label takes.
  const boxOf = ({ x, text, anchor }: ReturnType<typeof tickLabels>[number]) => {
    const wide = text.length * 6;
    const from = { start: x, middle: x - wide / 2, end: x - wide }[anchor];
    return { from, to: from + wide };
  };
  const uppers = Array.from({ length: 600 }, (_, index) => 101_500_000 + index * 500_000);
  const meeting = uppers.filter((upper) => {
    const ends = intervals(`[100500000,${upper})`);
    const boxes = tickLabels(ends, scale, (value) => 7 + scale.at(value) * 406, 420).map(boxOf);
    const inOrder = boxes.toSorted((one, other) => one.from - other.from);
    return inOrder.some(({ from }, index) => index > 0 && from <= (inOrder[index - 1]?.to ?? 0));
  });
  expect(meeting).toEqual([]);
});

describe('moving an end', () => {
  test.each(ofIntervals)('$label: every place has a round number, which stands close to it', (dimension) => {
    const { at, valueAt } = scaleFor(dimension);
    for (const place of [0.1, 0.25, 0.5, 0.75, 0.9]) expect(Math.abs(at(valueAt(place)) - place)).toBeLessThan(0.02);
    expect([valueAt(-1), valueAt(2)]).toEqual([dimension.axis.from, dimension.axis.to]);
  });

  test.each([
    ['attachment_point_ranges', 10e6, 'ArrowRight', 11e6],
    ['attachment_point_ranges', 10e6, 'ArrowLeft', 9.9e6],
    ['attachment_point_ranges', 0, 'ArrowLeft', 0],
    ['attachment_point_ranges', 12_345_678, 'ArrowUp', 13e6],
    ['nominated_syndicate_line_ranges', 25, 'PageUp', 35],
    ['company_size_change_ranges', 0, 'ArrowDown', -5],
    ['company_bankruptcy_index_ranges', 1.8, 'ArrowRight', 2],
    ['company_bankruptcy_index_ranges', 1.8, 'Tab', undefined],
  ] as const)('%s: from %d, %s moves to %j', (key, from, pressed, to) => {
    expect(nextAfterKey(pressed, from, scaleFor(DIMENSIONS[key]))).toBe(to);
  });

  test('an end moves, its bracket stays; an empty interval is refused', () => {
    const two = intervals('[1,5) (10,)');
    expect(printIntervals(moveEnd(two, { index: 0, side: 'upper' }, 7) ?? [])).toBe('[1,7) (10,)');
    expect(printIntervals(moveEnd(two, { index: 1, side: 'lower' }, 2) ?? [])).toBe('[1,5) (2,)');
    expect(moveEnd(two, { index: 0, side: 'upper' }, 1)).toBeUndefined();
    expect(moveEnd(two, { index: 1, side: 'upper' }, 20)).toBeUndefined();
  });
});
