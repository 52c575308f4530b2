import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import { matchColumn, positionColumns } from '#domain/evaluation/sql/impact.ts';
import { selectFrom } from '#domain/evaluation/sql/select.ts';
import type { PossibleValues } from '#domain/impact/possible-values.ts';
import { type Direction, DIRECTIONS, type Figure, type ResultValue } from '#domain/impact/impact.ts';
import { VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { type GroupSource, listGroups, UNKNOWN_CODE, writeSegment } from './codes.ts';
import { type ImpactQuery, columnsOf, selectOutcomes, isChanged, columnAfter, columnBefore } from './queries.ts';

/** The SQL condition of a figure, the columns it needs, and the positions of dials that must match. */
type FigureCondition = Readonly<{ where: string; columns: readonly string[]; matching?: readonly number[] }>;

const NO_RISK: FigureCondition = { where: '0 = 1', columns: [] };

/** One page of the rows counted by a figure, and their total. */
export function selectRowsOfFigure(
  query: ImpactQuery,
  possibleValues: readonly PossibleValues[],
  figure: Figure,
  { after_row, limit }: Readonly<{ after_row: number; limit: number }>,
): Readonly<{ rows: string; total: string }> {
  const { where, columns, matching } = conditionOf(query, possibleValues, figure);
  const outcomes = selectOutcomes(query, possibleValues, ['row', ...columns], matching);
  return {
    rows: selectFrom(outcomes, ['row'], `\nWHERE ${where} AND row > ${after_row}\nORDER BY row\nLIMIT ${limit}`),
    total: selectFrom(outcomes, ['count() AS risks'], `\nWHERE ${where}`),
  };
}

/**
 * The total and the changed risks with their premiums, and the changed risks by value and direction.
 */
export function selectCount(query: ImpactQuery, possibleValues: readonly PossibleValues[]): string {
  const changed = isChanged(possibleValues);
  const moved = VALUE_KEYS.flatMap((key, value) =>
    DIRECTIONS.map((direction) => `countIf(${movesTo(value, isOptionValue(key), direction)}) AS ${direction}_${value}`),
  );
  return selectFrom(selectOutcomes(query, possibleValues, ['premium']), [
    'count() AS risks',
    'sum(premium) AS paid',
    `countIf(${changed}) AS changed_risks`,
    `sumIf(premium, ${changed}) AS changed_paid`,
    ...moved,
  ]);
}

/** One row with the count of each figure. */
export function selectCounts(
  query: ImpactQuery,
  possibleValues: readonly PossibleValues[],
  figures: readonly Figure[],
): string {
  const conditions = figures.map((figure) => conditionOf(query, possibleValues, figure));
  const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];
  const columns = distinct(conditions.flatMap((one) => one.columns));
  const matching = distinct(conditions.flatMap((one) => one.matching ?? []));
  const counts = conditions.map(({ where }, index) => `countIf(${where}) AS counted_${index}`);
  return selectFrom(selectOutcomes(query, possibleValues, ['row', ...columns], matching), counts);
}

function conditionOf(query: ImpactQuery, possibleValues: readonly PossibleValues[], figure: Figure): FigureCondition {
  const simple = (where: string): FigureCondition => ({ where, columns: [] });
  switch (figure.of) {
    case 'changed':
      return simple(isChanged(possibleValues));
    case 'value':
      return simple(movesTo(VALUE_KEYS.indexOf(figure.value), isOptionValue(figure.value), figure.direction));
    case 'move':
      return simple(hasResults(possibleValues, VALUE_KEYS.indexOf(figure.value), figure.before, figure.after));
    case 'alike': {
      const { before, after } = figure;
      if (VALUE_KEYS.every((key) => before[key] === after[key])) return NO_RISK;
      const each = VALUE_KEYS.map((key, value) =>
        hasResults(possibleValues, value, before[key] ?? null, after[key] ?? null),
      );
      return simple(each.join(' AND '));
    }
    case 'decided': {
      const position = positionIn(query.after, figure.dial_id);
      if (position === 0) return NO_RISK;
      return simple(
        `(${positionColumns('after')
          .map((name) => `${name} = ${position}`)
          .join(' OR ')})`,
      );
    }
    case 'behind':
      return simple(isResponsible(query, figure.dial_id));
    case 'group': {
      const grouping = JSON.stringify(figure.by);
      const source = listGroups(query.facts).find(({ by }) => JSON.stringify(by) === grouping);
      return source === undefined ? NO_RISK : isInGroup(query, possibleValues, source, figure.key);
    }
    case 'unset':
      return simple(`${positionColumns('after')[VALUE_KEYS.indexOf(figure.value)]} = 0`);
    case 'overlap': {
      const [first, second] = [figure.first, figure.second].map((id) => positionIn(query.after, id));
      if (!first || !second) return NO_RISK;
      const winner = positionColumns('after')[VALUE_KEYS.indexOf(figure.value)];
      return { where: `(${winner} = ${first} AND ${matchColumn(second)} > 0)`, columns: [], matching: [second] };
    }
    default: {
      const source = listGroups(query.facts).find(({ by }) => by === 'segment') as GroupSource;
      return isInGroup(query, possibleValues, source, writeSegment(figure.layer, figure.country));
    }
  }
}

const positionIn = (entries: ImpactQuery['before'], id: string): number =>
  entries.findIndex(({ dial_id }) => dial_id === id) + 1;

const isOptionValue = (key: ValueKey): boolean => VALUES[key].kind === 'option';

/** Possible values are sorted, null first, so that a lower index is a lower amount. */
function movesTo(value: number, isOption: boolean, direction: Direction): string {
  const [was, is] = [columnBefore(value), columnAfter(value)];
  if (direction === 'other') return isOption ? `${was} <> ${is}` : `(${was} <> ${is} AND (${was} = 0 OR ${is} = 0))`;
  if (isOption) return NO_RISK.where;
  return `(${was} > 0 AND ${is} > 0 AND ${is} ${direction === 'lower' ? '<' : '>'} ${was})`;
}

function hasResults(
  possibleValues: readonly PossibleValues[],
  value: number,
  before: ResultValue,
  after: ResultValue,
): string {
  const { all } = possibleValues[value] as PossibleValues;
  const [was, is] = [all.indexOf(before), all.indexOf(after)];
  return was === -1 || is === -1
    ? NO_RISK.where
    : `(${columnBefore(value)} = ${was} AND ${columnAfter(value)} = ${is})`;
}

/** The dial is responsible for a changed value, see `findResponsibleDial`. */
function isResponsible({ before, after }: ImpactQuery, id: string): string {
  const [was, is] = [positionIn(before, id), positionIn(after, id)];
  const [names, namesAfter] = [positionColumns('before'), positionColumns('after')];
  const cases = VALUE_KEYS.flatMap((_key, value) => [
    ...(is === 0 ? [] : [`(${columnBefore(value)} <> ${columnAfter(value)} AND ${namesAfter[value]} = ${is})`]),
    ...(was === 0
      ? []
      : [
          `(${columnBefore(value)} <> ${columnAfter(value)} AND ${namesAfter[value]} = 0 AND ${names[value]} = ${was})`,
        ]),
  ]);
  return cases.length === 0 ? NO_RISK.where : `(${cases.join(' OR ')})`;
}

function isInGroup(
  { tables }: ImpactQuery,
  possibleValues: readonly PossibleValues[],
  source: GroupSource,
  key: string | null,
): FigureCondition {
  const columns = columnsOf(source);
  const [first = '', more] = columns;
  const text = DIALECTS.clickhouse.text(key ?? '');
  const code =
    key === null
      ? String(UNKNOWN_CODE)
      : `(SELECT max(code) FROM ${tables.dictionary} ` +
        `WHERE condition = '${source.condition}' AND text = ${text} AND code > ${UNKNOWN_CODE})`;
  const isIn = source.by === 'segment' ? `has(${first}, ${code})` : `${first} = ${code}`;
  const isAmong = more === undefined || key === null ? isIn : `(${isIn} OR has(${more}, ${code}))`;
  return { where: `${isChanged(possibleValues)} AND ${isAmong}`, columns };
}
