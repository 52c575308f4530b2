import { createRequire } from 'node:module';
import type { Interval } from '#domain/dimension/kind/intervals/interval.ts';
import { setOf } from '#domain/dimension/kind/intervals/kind.ts';
import { listSetDimensions, type SetDimension } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { createWinnerLoop, type Places } from './naive.ts';
import { SEVERAL } from './world.ts';

/** Their packages are not dependencies of ours: they are installed in `peers/`. */
const requirePeer = createRequire(new URL('peers/package.json', import.meta.url));

/** A risk in the format of rules engines: null for unknown values, a list only where several are possible. */
export type Facts = Readonly<Record<string, unknown>>;

export const factsOf = ({ date, journey, dimensions }: Risk): Facts => ({
  date: encodeDay(date),
  journey,
  ...Object.fromEntries(
    DIMENSION_KEYS.map((key) => {
      const had: unknown = dimensions[key];
      if (SEVERAL.has(key)) return [key, had ?? []];
      return [key, (Array.isArray(had) ? (had[0] as unknown) : had) ?? null];
    }),
  ),
});

const encodeDay = (day: string): number => Number(day.replaceAll('-', ''));

type Logic = Readonly<Record<string, unknown>>;
type LogicModule = { LogicEngine: new () => { build: (logic: Logic) => (facts: Facts) => unknown } };

/** json-logic-engine: each dial is one compiled rule; we loop over dials, because that is faster than its own loop. */
export function createJsonLogic(entries: readonly RatedEntry[]): (facts: Facts) => Places {
  const { LogicEngine } = requirePeer('json-logic-engine') as LogicModule;
  const engine = new LogicEngine();
  const rules = entries.map(({ dial }) => {
    const conditions = [
      ...(dial.active_from === null ? [] : [{ '>=': [{ var: 'date' }, encodeDay(dial.active_from)] }]),
      ...(dial.active_until === null ? [] : [{ '<': [{ var: 'date' }, encodeDay(dial.active_until)] }]),
      ...(dial.journeys.length === 0 ? [] : [{ in: [{ var: 'journey' }, dial.journeys] }]),
      ...listSetDimensions(dial.dimensions).map(toLogic),
    ];
    return engine.build({ and: conditions });
  });
  const loop = createWinnerLoop(entries);
  return (facts) => loop((dial) => rules[dial]?.(facts) === true);
}

function toLogic({ key, value }: SetDimension): Logic {
  const had = { var: key };
  const { kind } = dimensionOf(key);
  if (SEVERAL.has(key)) return { some: [had, { in: [{ var: '' }, value] }] };
  if (kind === 'options' || kind === 'choices') return { in: [had, value] };
  if (kind !== 'intervals') return { '===': [had, value] };
  const inside = ({ lower, upper }: Interval) => ({
    and: [
      ...(lower === null ? [] : [{ [lower.included ? '>=' : '>']: [had, lower.at] }]),
      ...(upper === null ? [] : [{ [upper.included ? '<=' : '<']: [had, upper.at] }]),
    ],
  });
  const [only, ...more] = (setOf(value as string) ?? []).map(inside);
  return { and: [{ '!==': [had, null] }, more.length === 0 && only !== undefined ? only : { or: [only, ...more] }] };
}

type ZenModule = {
  ZenEngine: new () => {
    createDecision: (content: object) => { evaluate: (facts: Facts) => Promise<{ result: unknown }> };
  };
};

/** zen-engine: a decision table that collects matching dials, its fastest way; then our loop. */
export function createZen(entries: readonly RatedEntry[]): (facts: Facts) => Promise<Places> {
  const { ZenEngine } = requirePeer('@gorules/zen-engine') as ZenModule;
  const fields = ['date', 'journey', ...DIMENSION_KEYS];
  const rules = entries.map(({ dial }, place) => ({
    _id: `rule${place}`,
    ...Object.fromEntries(fields.map((field) => [field, ''])),
    date: [
      ...(dial.active_from === null ? [] : [`$ >= ${encodeDay(dial.active_from)}`]),
      ...(dial.active_until === null ? [] : [`$ < ${encodeDay(dial.active_until)}`]),
    ].join(' and '),
    journey: list(dial.journeys),
    ...Object.fromEntries(listSetDimensions(dial.dimensions).map((set) => [set.key, toCell(set)])),
    place: String(place),
  }));
  const nodes = [
    { id: 'in', name: 'in', type: 'inputNode', position: { x: 0, y: 0 } },
    {
      id: 'table',
      name: 'table',
      type: 'decisionTableNode',
      position: { x: 0, y: 0 },
      content: {
        hitPolicy: 'collect',
        inputs: fields.map((field) => ({ id: field, name: field, field })),
        outputs: [{ id: 'place', name: 'place', field: 'place' }],
        rules,
      },
    },
    { id: 'out', name: 'out', type: 'outputNode', position: { x: 0, y: 0 } },
  ];
  const edges = [
    { id: 'a', sourceId: 'in', targetId: 'table', type: 'edge' },
    { id: 'b', sourceId: 'table', targetId: 'out', type: 'edge' },
  ];
  const decision = new ZenEngine().createDecision({ nodes, edges });
  const loop = createWinnerLoop(entries);
  return async (facts) => {
    const { result } = await decision.evaluate(facts);
    const taking = new Set((result as { place: number }[]).map(({ place }) => place));
    return loop((dial) => taking.has(dial));
  };
}

const list = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

function toCell({ key, value }: SetDimension): string {
  const { kind } = dimensionOf(key);
  if (SEVERAL.has(key)) return `some($, # in [${list(value as readonly string[])}])`;
  if (kind === 'options' || kind === 'choices') return list(value as readonly string[]);
  if (kind === 'one-of') return `'${String(value)}'`;
  if (kind === 'yes-no') return String(value);
  const inside = ({ lower, upper }: Interval) =>
    [
      '$ != null',
      ...(lower === null ? [] : [`$ ${lower.included ? '>=' : '>'} ${lower.at}`]),
      ...(upper === null ? [] : [`$ ${upper.included ? '<=' : '<'} ${upper.at}`]),
    ].join(' and ');
  return (setOf(value as string) ?? []).map(inside).join(' or ');
}
