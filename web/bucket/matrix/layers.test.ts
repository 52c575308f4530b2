import { expect, test } from 'vitest';
import type { LayeredBucket } from '#contract/bucket-layers.ts';
import { MATRIX_VIEWS } from '#domain/bucket/matrix-view.ts';
import { layeredBy, showCell, tintOf } from './layers.ts';
import type { MatrixCell } from '#web/bucket/matrix.ts';

const NOW = Date.parse('2026-11-15T10:58:00Z');
const cell: MatrixCell = {
  partner: 9101,
  cob: 'cargo',
  appetite: 1.25,
  status: 'active',
  stopped: false,
  dials: 3,
  isMatch: true,
};
const waiting = (more: Partial<LayeredBucket>): LayeredBucket[] => [
  { partner: 9101, cob: 'cargo', newer: 0, ending: 0, draft: null, ...more },
];
const by = { id: 'u1', name: 'Demo Underwriter' };
const since = '2026-11-03T10:58:00Z';
const goLive = (approved: boolean) =>
  waiting({ draft: { state: 'pending_review', by, since, live_on: { day: '2026-12-01', approved } } });
const show = (...[layer, buckets]: [Parameters<typeof layeredBy>[0], LayeredBucket[]?]) => {
  const shown = showCell(cell, layeredBy(layer, buckets, NOW));
  return shown && [shown.figure, shown.says];
};

test.each([
  ['appetite', undefined, ['1.25', 'appetite 1.25, Active, 3 dials']],
  ['dials', undefined, ['3', '3 dials']],
  ['newer', waiting({ newer: 3 }), ['3', '3 newer versions waiting']],
  ['newer', waiting({ newer: 1 }), ['1', '1 newer version waiting']],
  ['newer', [], ['·', 'no newer version waiting']],
  ['ending', waiting({ ending: 1 }), ['1', '1 dial ends within 30 days']],
  ['ending', waiting({ newer: 2 }), ['·', 'no dial ends within 30 days']],
  [
    'drafts',
    waiting({ draft: { state: 'draft', by, since, live_on: null } }),
    ['DU 12d', 'draft, 12 days old, last saved by Demo Underwriter'],
  ],
  [
    'drafts',
    waiting({ draft: { state: 'pending_review', by, since, live_on: null } }),
    ['DU 12d', 'in review for 12 days, submitted by Demo Underwriter'],
  ],
  ['drafts', waiting({ newer: 2 }), ['·', 'no draft']],
  ['live', goLive(true), ['16d', 'goes live on 1 Dec 2026, approved']],
  ['live', goLive(false), ['16d', 'goes live on 1 Dec 2026, not approved yet']],
  ['live', waiting({ newer: 2 }), ['·', 'does not go live on a day']],
] as const)('the layer %s of %o shows and says %o', (layer, buckets, expected) => {
  expect(show(layer, buckets && [...buckets])).toEqual(expected);
});

test('a stopped bucket is marked in every layer, with a glyph and a word', () => {
  const of = (layer: Parameters<typeof layeredBy>[0]) =>
    showCell({ ...cell, stopped: true }, layeredBy(layer, waiting({ newer: 3 }), NOW));
  for (const layer of MATRIX_VIEWS)
    expect([layer, of(layer)]).toEqual([
      layer,
      expect.objectContaining({ glyph: 'stopped', says: expect.stringMatching(/^stopped, /) }),
    ]);
  expect(of('stopped')).toMatchObject({ figure: 'Stopped', says: 'stopped, it answers no risk' });
  expect(showCell(cell, layeredBy('stopped', undefined, NOW))).toMatchObject({ figure: '·', says: 'not stopped' });
});

test('unknown is not shown as nothing', () => {
  expect(show('newer')).toBeUndefined();
});

test('an empty bucket has no tint and another figure than one with dials', () => {
  const empty = showCell({ ...cell, dials: 0 }, layeredBy('dials', undefined, NOW));
  expect(empty).toEqual({ figure: '0', tint: 'nothing', strength: 0, says: 'no dials' });
  expect(showCell(cell, layeredBy('dials', undefined, NOW))?.tint).toBe('more');
});

test('0 is closed, 1 neutral, above it stronger up to a point', () => {
  expect([0, 0.4, 1, 1.5, 9.99].map((appetite) => tintOf(appetite).tint)).toEqual([
    'closed',
    'less',
    'none',
    'more',
    'more',
  ]);
  expect(tintOf(1.5).strength).toBeLessThan(tintOf(9.99).strength);
  expect(tintOf(9.99).strength).toBe(1);
});
