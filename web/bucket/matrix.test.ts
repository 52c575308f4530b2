import { expect, test } from 'vitest';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { layOut, type MatrixAnswer } from './matrix.ts';

const cell = (partner: number, cob: string, status: MatrixAnswer['cells'][number]['status'], appetite = 1) => ({
  partner,
  cob,
  status,
  appetite,
  stopped: false,
  dials: 0,
});
const answer: MatrixAnswer = {
  partners: [
    { number: 9101, name: 'Alder' },
    { number: 9112, name: 'Beacon' },
  ],
  cells: [
    cell(9101, 'cargo', 'active'),
    cell(9112, 'cargo', 'draft'),
    cell(9101, 'energy-liability', 'active'),
    cell(9101, 'marine-liability', 'pending_review'),
  ],
};
const shape = ({ rows, partners }: ReturnType<typeof layOut>) => ({
  columns: partners.map(({ number }) => number),
  rows: rows.map(({ cob, cells }) => [cob.slug, ...cells.map((each) => each?.status)]),
});

test('without a filter every class is a row and every partner a column', () => {
  const matrix = layOut(answer, { tab: 'all', q: '' });
  expect(matrix.rows).toHaveLength(49);
  expect(matrix.rows.map(({ cob }) => cob)).toEqual(CLASSES);
  expect(shape(matrix).columns).toEqual([9101, 9112]);
  expect(shape(matrix).rows[0]).toEqual(['cargo', 'active', 'draft']);
  expect(matrix.counts).toEqual({ all: 4, active: 2, draft: 1, pending_review: 1 });
});

test('a tab keeps the rows and columns with such a bucket; other buckets in them stay visible', () => {
  expect(shape(layOut(answer, { tab: 'draft', q: '' }))).toEqual({ columns: [9112], rows: [['cargo', 'draft']] });
  const { rows } = layOut(answer, { tab: 'active', q: '' });
  expect(rows.map(({ cells }) => cells.map((each) => each?.isMatch))).toEqual([[true], [true]]);
  const both = { ...answer, cells: [...answer.cells, cell(9112, 'energy-liability', 'active')] };
  expect(layOut(both, { tab: 'active', q: '' }).rows.map(({ cells }) => cells.map((each) => each?.isMatch))).toEqual([
    [true, false],
    [true, true],
  ]);
});

test.each([
  ['liability', ['energy-liability', 'marine-liability']],
  ['LIABILITY alder energy', ['energy-liability']],
  ['beacon', ['cargo']],
  ['9112', ['cargo']],
  ['nothing', []],
])('a search finds classes and partners by every word: %s', (q, slugs) => {
  expect(layOut(answer, { tab: 'all', q }).rows.map(({ cob }) => cob.slug)).toEqual(slugs);
});

test('counts follow the search, whatever the tab', () => {
  expect(layOut(answer, { tab: 'draft', q: 'cargo' }).counts).toEqual({
    all: 2,
    active: 1,
    draft: 1,
    pending_review: 0,
  });
});

test('the first visible row of a family opens it', () => {
  const energy = layOut(answer, { tab: 'all', q: '' }).rows.filter(({ cob }) => cob.family === 'Energy');
  expect(energy.map(({ opens }) => opens)).toEqual([true, false, false, false, false, false]);
  expect(layOut(answer, { tab: 'all', q: 'energy' }).rows[0]?.opens).toBe(true);
});
