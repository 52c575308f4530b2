import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import { matchName, placeNames } from '#domain/evaluation/sql/impact.ts';
import { selectFrom } from '#domain/evaluation/sql/select.ts';
import type { PossibleValues } from '#domain/impact/givens.ts';
import { type Direction, DIRECTIONS, type Figure, type Given } from '#domain/impact/impact.ts';
import { VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { type GroupSource, listGroups, NOTHING, writeSegment } from './codes.ts';
import { type Asked, columnsOf, selectOutcomes, isChanged, isName, wasName } from './queries.ts';

/** What a risk must have to be behind a figure, the columns that this needs, and the places of dials that must match. */
type Condition = Readonly<{ where: string; columns: readonly string[]; matching?: readonly number[] }>;

const NONE: Condition = { where: '0 = 1', columns: [] };

/** The rows of the risks behind a figure that come after one, in their order, and how many there are in all. */
export function selectRowsOfFigure(
  asked: Asked,
  givens: readonly PossibleValues[],
  figure: Figure,
  { after_row, limit }: Readonly<{ after_row: number; limit: number }>,
): Readonly<{ rows: string; total: string }> {
  const { where, columns, matching } = conditionOf(asked, givens, figure);
  const given = selectOutcomes(asked, givens, ['row', ...columns], matching);
  return {
    rows: selectFrom(given, ['row'], `\nWHERE ${where} AND row > ${after_row}\nORDER BY row\nLIMIT ${limit}`),
    total: selectFrom(given, ['count() AS risks'], `\nWHERE ${where}`),
  };
}

/**
 * How many risks there are, how many of them change, the premium of both, and how many there are in each direction of
 * each value.
 */
export function selectCount(asked: Asked, givens: readonly PossibleValues[]): string {
  const changed = isChanged(givens);
  const moved = VALUE_KEYS.flatMap((key, value) =>
    DIRECTIONS.map((direction) => `countIf(${moves(value, isAnswer(key), direction)}) AS ${direction}_${value}`),
  );
  return selectFrom(selectOutcomes(asked, givens, ['premium']), [
    'count() AS risks',
    'sum(premium) AS paid',
    `countIf(${changed}) AS changed_risks`,
    `sumIf(premium, ${changed}) AS changed_paid`,
    ...moved,
  ]);
}

/** How many risks there are behind each of these figures: one row, with a column for each. */
export function selectCounts(asked: Asked, givens: readonly PossibleValues[], figures: readonly Figure[]): string {
  const conditions = figures.map((figure) => conditionOf(asked, givens, figure));
  const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];
  const columns = distinct(conditions.flatMap((one) => one.columns));
  const matching = distinct(conditions.flatMap((one) => one.matching ?? []));
  const counts = conditions.map(({ where }, index) => `countIf(${where}) AS counted_${index}`);
  return selectFrom(selectOutcomes(asked, givens, ['row', ...columns], matching), counts);
}

function conditionOf(asked: Asked, givens: readonly PossibleValues[], figure: Figure): Condition {
  const only = (where: string): Condition => ({ where, columns: [] });
  switch (figure.of) {
    case 'changed':
      return only(isChanged(givens));
    case 'value':
      return only(moves(VALUE_KEYS.indexOf(figure.value), isAnswer(figure.value), figure.direction));
    case 'move':
      return only(isGiven(givens, VALUE_KEYS.indexOf(figure.value), figure.before, figure.after));
    case 'alike': {
      const { before, after } = figure;
      if (VALUE_KEYS.every((key) => before[key] === after[key])) return NONE;
      const each = VALUE_KEYS.map((key, value) => isGiven(givens, value, before[key] ?? null, after[key] ?? null));
      return only(each.join(' AND '));
    }
    case 'decided': {
      const place = placeIn(asked.after, figure.dial_id);
      if (place === 0) return NONE;
      return only(
        `(${placeNames('after')
          .map((name) => `${name} = ${place}`)
          .join(' OR ')})`,
      );
    }
    case 'behind':
      return only(isBehind(asked, figure.dial_id));
    case 'group': {
      const wanted = JSON.stringify(figure.by);
      const source = listGroups(asked.facts).find(({ by }) => JSON.stringify(by) === wanted);
      return source === undefined ? NONE : inGroup(asked, givens, source, figure.key);
    }
    case 'unset':
      return only(`${placeNames('after')[VALUE_KEYS.indexOf(figure.value)]} = 0`);
    case 'overlap': {
      const [first, second] = [figure.first, figure.second].map((id) => placeIn(asked.after, id));
      if (!first || !second) return NONE;
      const winner = placeNames('after')[VALUE_KEYS.indexOf(figure.value)];
      return { where: `(${winner} = ${first} AND ${matchName(second)} > 0)`, columns: [], matching: [second] };
    }
    default: {
      const source = listGroups(asked.facts).find(({ by }) => by === 'segment') as GroupSource;
      return inGroup(asked, givens, source, writeSegment(figure.layer, figure.country));
    }
  }
}

const placeIn = (entries: Asked['before'], id: string): number =>
  entries.findIndex(({ dial_id }) => dial_id === id) + 1;

const isAnswer = (key: ValueKey): boolean => VALUES[key].kind === 'option';

/** What may be given stands in order, nothing first, so that a lower place is a lower amount. */
function moves(value: number, isOption: boolean, direction: Direction): string {
  const [was, is] = [wasName(value), isName(value)];
  if (direction === 'other') return isOption ? `${was} <> ${is}` : `(${was} <> ${is} AND (${was} = 0 OR ${is} = 0))`;
  if (isOption) return NONE.where;
  return `(${was} > 0 AND ${is} > 0 AND ${is} ${direction === 'lower' ? '<' : '>'} ${was})`;
}

function isGiven(givens: readonly PossibleValues[], value: number, before: Given, after: Given): string {
  const { all } = givens[value] as PossibleValues;
  const [was, is] = [all.indexOf(before), all.indexOf(after)];
  return was === -1 || is === -1 ? NONE.where : `(${wasName(value)} = ${was} AND ${isName(value)} = ${is})`;
}

/** It decides a value that changes, after or, where nothing decides it any more, before. */
function isBehind({ before, after }: Asked, id: string): string {
  const [was, is] = [placeIn(before, id), placeIn(after, id)];
  const [names, namesAfter] = [placeNames('before'), placeNames('after')];
  const cases = VALUE_KEYS.flatMap((_key, value) => [
    ...(is === 0 ? [] : [`(${wasName(value)} <> ${isName(value)} AND ${namesAfter[value]} = ${is})`]),
    ...(was === 0
      ? []
      : [`(${wasName(value)} <> ${isName(value)} AND ${namesAfter[value]} = 0 AND ${names[value]} = ${was})`]),
  ]);
  return cases.length === 0 ? NONE.where : `(${cases.join(' OR ')})`;
}

function inGroup({ tables }: Asked, givens: readonly PossibleValues[], source: GroupSource, key: string | null): Condition {
  const columns = columnsOf(source);
  const [first = '', more] = columns;
  const text = DIALECTS.clickhouse.text(key ?? '');
  const code =
    key === null
      ? String(NOTHING)
      : `(SELECT max(code) FROM ${tables.dictionary} ` +
        `WHERE condition = '${source.condition}' AND text = ${text} AND code > ${NOTHING})`;
  const isIn = source.by === 'segment' ? `has(${first}, ${code})` : `${first} = ${code}`;
  const isAmong = more === undefined || key === null ? isIn : `(${isIn} OR has(${more}, ${code}))`;
  return { where: `${isChanged(givens)} AND ${isAmong}`, columns };
}
