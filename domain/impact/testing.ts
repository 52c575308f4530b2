import fc from 'fast-check';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import { bucketOf } from '#domain/evaluation/testing.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { layerOf } from './layer.ts';
import {
  type AlikeChange,
  DIRECTIONS,
  type Exposure,
  EXPOSURE_MEASURES,
  type Figure,
  type ResultValue,
  type Grouping,
  type Impact,
  mapDirections,
  type Share,
} from './impact.ts';

/** Two random lists: the second is the first with dials moved, overridden, replaced, added and removed. */
const FEW: readonly DimensionKey[] = ['brokers', 'revenue_ranges'];
export const twoLists = fc
  .tuple(
    bucketOf(FEW, 7),
    bucketOf(FEW, 3),
    fc.array(fc.tuple(fc.constantFrom('move', 'override', 'version', 'add', 'remove'), fc.nat(20), fc.nat(20)), {
      maxLength: 4,
    }),
  )
  .map(([before, others, edits]) => {
    let after = before;
    for (const [index, [edit, at, to]] of edits.entries()) {
      const place = at % Math.max(1, after.length);
      const [entry, other] = [after[place], others[to % Math.max(1, others.length)]];
      if (edit === 'add' && other !== undefined)
        after = after.toSpliced(place, 0, { ...other, dial_id: `new${index}` });
      else if (entry === undefined) continue;
      else if (edit === 'remove') after = after.toSpliced(place, 1);
      else if (edit === 'move') after = after.toSpliced(place, 1).toSpliced(to % after.length, 0, entry);
      else if (edit === 'override') after = after.with(place, { ...entry, overrides: { max_line: (to % 4) + 1 } });
      else if (edit === 'version' && other !== undefined) after = after.with(place, { ...entry, dial: other.dial });
    }
    return { before, after };
  });

/** Reference implementation: evaluates every risk by itself and counts every figure over all of them. */
export function referenceImpact(
  risks: readonly PortfolioRisk[],
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  day: string | undefined,
): Readonly<{
  impact: Impact;
  rowsOf: (figure: Figure) => number[];
  exposureOf: (country: string | null) => Exposure;
}> {
  const rows = risks.map(({ risk }, row) => {
    const dated = { ...risk, date: day ?? risk.date };
    const { values: is, dials } = evaluate(after, dated);
    return { row, risk, was: evaluate(before, dated).values, is, dials };
  });
  type Row = (typeof rows)[number];
  const resultOf = (row: Row, side: 'was' | 'is', key: ValueKey): ResultValue => row[side][key]?.winner.value ?? null;
  const moves = (row: Row, key: ValueKey): boolean => resultOf(row, 'was', key) !== resultOf(row, 'is', key);
  const isChanged = (row: Row): boolean => VALUE_KEYS.some((key) => moves(row, key));
  const valuesOf = (row: Row, side: 'was' | 'is'): DialValues =>
    Object.fromEntries(
      VALUE_KEYS.flatMap((key) => (resultOf(row, side, key) === null ? [] : [[key, resultOf(row, side, key)]])),
    );
  const directionOf = (was: ResultValue, is: ResultValue): string => {
    if (was === null || is === null) return was === null ? 'gain' : 'lose';
    if (typeof was === 'string' || typeof is === 'string') return 'other';
    return is < was ? 'lower' : 'higher';
  };
  const keysOf = ({ row }: Row, by: Grouping): (string | null)[] => {
    const one = risks[row];
    if (one === undefined) return [];
    const had: unknown =
      'dimension' in by ? one.risk.dimensions[by.dimension] : new Map(Object.entries(one.kept)).get(by.column);
    if (had === undefined) return [null];
    if (typeof had === 'boolean') return [had ? 'yes' : 'no'];
    return Array.isArray(had) ? [...new Set(had as string[])] : [had as string];
  };
  const countries = (row: Row) => keysOf(row, { dimension: 'domicile_countries' });
  const layer = ({ risk }: Row): string | null => layerOf(risk.dimensions);
  const isBehind = (row: Row, figure: Figure): boolean => {
    switch (figure.of) {
      case 'changed':
        return isChanged(row);
      case 'value': {
        const { value } = figure;
        const [was, is] = [resultOf(row, 'was', value), resultOf(row, 'is', value)];
        return moves(row, value) && directionOf(was, is) === figure.direction;
      }
      case 'move':
        return (
          resultOf(row, 'was', figure.value) === figure.before && resultOf(row, 'is', figure.value) === figure.after
        );
      case 'decided':
        return VALUE_KEYS.some((key) => row.is[key]?.winner.dial_id === figure.dial_id);
      case 'behind':
        return VALUE_KEYS.some(
          (key) => moves(row, key) && (row.is[key] ?? row.was[key])?.winner.dial_id === figure.dial_id,
        );
      case 'group':
        return isChanged(row) && keysOf(row, figure.by).includes(figure.key);
      case 'segment':
        return isChanged(row) && layer(row) === figure.layer && countries(row).includes(figure.country);
      case 'overlap': {
        const { first, second, value } = figure;
        const [winner, matched] = [row.is[value]?.winner, row.dials.find(({ dial_id }) => dial_id === second)];
        return winner?.dial_id === first && matched?.miss === null;
      }
      case 'gap':
        return row.was[figure.value]?.winner.dial_id === figure.dial_id && row.is[figure.value] === undefined;
      case 'unset':
        return resultOf(row, 'is', figure.value) === null;
      case 'exposure': {
        const [was, is] = (['was', 'is'] as const).map((side) => Number(resultOf(row, side, 'max_line') ?? 0));
        const isMoved = figure.measure === 'lines' ? was !== is : (was === 0) !== (is === 0);
        return isMoved && (figure.country === null || countries(row).includes(figure.country));
      }
      case 'alike':
        return (
          isChanged(row) &&
          JSON.stringify([valuesOf(row, 'was'), valuesOf(row, 'is')]) === JSON.stringify([figure.before, figure.after])
        );
    }
  };
  const rowsOf = (figure: Figure): number[] => rows.filter((row) => isBehind(row, figure)).map(({ row }) => row);
  const hasPremiums = risks.some(({ premium }) => premium !== null);
  const share = (some: readonly number[]): Share => ({
    risks: some.length,
    premium: hasPremiums ? some.reduce((sum, row) => sum + (risks[row]?.premium ?? 0), 0) : null,
  });
  const compareResults = (a: ResultValue, b: ResultValue): number => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? -1 : 1;
    return a < b ? -1 : 1;
  };
  /** Null last. */
  const compareKeys = (a: string | null, b: string | null): number =>
    a === null || b === null ? -compareResults(a, b) : compareResults(a, b);
  const distinct = <T>(all: readonly T[]): T[] =>
    [...new Set(all.map((one) => JSON.stringify(one)))].map((text) => JSON.parse(text) as T);

  const groupings: Grouping[] = [
    ...DIMENSION_KEYS.filter((key) => dimensionOf(key).kind !== 'intervals')
      .filter((key) => risks.some(({ risk }) => risk.dimensions[key] !== undefined))
      .map((dimension) => ({ dimension })),
    ...[...new Set(risks.flatMap(({ kept }) => Object.keys(kept)))].toSorted().map((column) => ({ column })),
  ];
  const segments = distinct(rows.flatMap((row) => countries(row).map((country) => ({ layer: layer(row), country }))));
  const line = (values: DialValues): number => values.max_line ?? 0;
  const sizeOf = (one: AlikeChange): number => Math.abs(line(one.after) - line(one.before));
  const compareAlike = (a: AlikeChange, b: AlikeChange): number =>
    sizeOf(b) - sizeOf(a) ||
    b.alike - a.alike ||
    (['before', 'after'] as const)
      .flatMap((side) => VALUE_KEYS.map((key) => compareResults(a[side][key] ?? null, b[side][key] ?? null)))
      .find((order) => order !== 0) ||
    0;
  const impact: Impact = {
    all: share(rows.map(({ row }) => row)),
    changed: share(rowsOf({ of: 'changed' })),
    values: VALUE_KEYS.map((value) => ({
      value,
      ...mapDirections((direction) => share(rowsOf({ of: 'value', value, direction }))),
      moves: distinct(rows.map((row) => ({ before: resultOf(row, 'was', value), after: resultOf(row, 'is', value) })))
        .map((move) => ({ ...move, ...share(rowsOf({ of: 'move', value, ...move })) }))
        .toSorted(
          (a, b) => b.risks - a.risks || compareResults(a.before, b.before) || compareResults(a.after, b.after),
        ),
      unlisted: share([]),
    })),
    decided: after.map(({ dial_id }) => ({ dial_id, ...share(rowsOf({ of: 'decided', dial_id })) })),
    behind: distinct([...after, ...before].map(({ dial_id }) => dial_id))
      .map((dial_id) => ({ dial_id, ...share(rowsOf({ of: 'behind', dial_id })) }))
      .filter((one) => one.risks > 0)
      .toSorted((a, b) => b.risks - a.risks),
    groups: groupings.map((by) => {
      const members = distinct(rows.flatMap((row) => keysOf(row, by)))
        .map((key) => ({
          key,
          changed: share(rowsOf({ of: 'group', by, key })),
          all: share(rows.filter((row) => keysOf(row, by).includes(key)).map(({ row }) => row)),
        }))
        .filter(({ changed }) => changed.risks > 0)
        .toSorted((a, b) => b.changed.risks - a.changed.risks || compareKeys(a.key, b.key));
      return { by, members, count: members.length };
    }),
    segments: (() => {
      const listed = segments
        .map((segment) => ({
          ...segment,
          changed: share(rowsOf({ of: 'segment', ...segment })),
          all: share(
            rows
              .filter((row) => layer(row) === segment.layer && countries(row).includes(segment.country))
              .map(({ row }) => row),
          ),
        }))
        .filter(({ changed }) => changed.risks > 0)
        .toSorted(
          (a, b) =>
            b.changed.risks - a.changed.risks || compareKeys(a.layer, b.layer) || compareKeys(a.country, b.country),
        );
      return { listed, count: listed.length };
    })(),
    largest: distinct(rows.filter(isChanged).map((row) => [valuesOf(row, 'was'), valuesOf(row, 'is')] as const))
      .map(([was, is]) => {
        const alike = rowsOf({ of: 'alike', before: was, after: is });
        const revenueOf = (row: number) => risks[row]?.risk.dimensions.revenue_ranges ?? Number.NEGATIVE_INFINITY;
        const row = alike.reduce((best, one) => (revenueOf(one) > revenueOf(best) ? one : best));
        return { row, before: was, after: is, alike: alike.length };
      })
      .toSorted(compareAlike),
  };
  const lineOf = (row: Row | undefined, side: 'was' | 'is') => Number((row && resultOf(row, side, 'max_line')) ?? 0);
  const exposureOf = (country: string | null): Exposure => {
    const [lines, premium] = EXPOSURE_MEASURES.map((measure) => rowsOf({ of: 'exposure', measure, country }));
    const sum = (some: readonly number[] = [], amount: (was: number, is: number, row: number) => number) => ({
      risks: some.length,
      added: some.reduce((all, row) => all + amount(lineOf(rows[row], 'was'), lineOf(rows[row], 'is'), row), 0),
    });
    return {
      country,
      lines: sum(lines, (was, is) => is - was),
      premium: hasPremiums ? sum(premium, (was, _is, row) => (was > 0 ? -1 : 1) * (risks[row]?.premium ?? 0)) : null,
    };
  };
  return { impact, rowsOf, exposureOf };
}

/** The countries of random risks, and one that none has. */
export const countriesOf = (risks: readonly PortfolioRisk[]): string[] => [
  ...new Set(['ZZ', ...risks.flatMap(({ risk }) => risk.dimensions.domicile_countries ?? [])]),
];

/** Every figure of an impact. */
export const figuresOf = (impact: Impact): Figure[] => [
  { of: 'changed' },
  ...impact.values.flatMap(({ value, moves }): Figure[] => [
    ...DIRECTIONS.map((direction): Figure => ({ of: 'value', value, direction })),
    ...moves.map(({ before, after }): Figure => ({ of: 'move', value, before, after })),
  ]),
  ...impact.decided.map(({ dial_id }): Figure => ({ of: 'decided', dial_id })),
  ...impact.behind.map(({ dial_id }): Figure => ({ of: 'behind', dial_id })),
  ...impact.groups.flatMap(({ by, members }) => members.map(({ key }): Figure => ({ of: 'group', by, key }))),
  ...impact.segments.listed.map(({ layer, country }): Figure => ({ of: 'segment', layer, country })),
  ...impact.largest.map(({ before, after }): Figure => ({ of: 'alike', before, after })),
  ...EXPOSURE_MEASURES.flatMap((measure): Figure[] => [
    { of: 'exposure', measure, country: null },
    ...impact.segments.listed.map(({ country }): Figure => ({ of: 'exposure', measure, country })),
  ]),
  ...impact.values.flatMap(({ value }): Figure[] => [
    { of: 'unset', value },
    ...impact.decided.map(({ dial_id }): Figure => ({ of: 'gap', dial_id, value })),
    ...impact.decided.flatMap(({ dial_id: first }, place) =>
      impact.decided.slice(place + 1).map(({ dial_id: second }): Figure => ({ of: 'overlap', first, second, value })),
    ),
  ]),
];
