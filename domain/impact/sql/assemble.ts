import { WINNER_WORDS, writeWinner } from '#domain/evaluation/compiled/winners.ts';
import type { PossibleValues } from '#domain/impact/givens.ts';
import {
  type ChangeCount,
  countValues,
  DIRECTIONS,
  type GroupImpact,
  IMPACT_LIMITS,
  type Impact,
  type Segment,
  type Share,
} from '#domain/impact/impact.ts';
import { pickLargest } from '#domain/impact/largest.ts';
import type { PairCounts } from '#domain/impact/pairs.ts';
import { tallyPairs } from '#domain/impact/tally.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { listGroups, NOTHING, readSegment } from './codes.ts';
import type { Asked, Listed } from './queries.ts';

/** A row of an answer, with its columns in their order. Whole numbers may come as texts. */
export type AnswerRow = readonly unknown[];

const VALUES = VALUE_KEYS.length;

/** What `selectCount` answered. */
export function readCount({ facts }: Asked, [row = []]: readonly AnswerRow[]): ChangeCount {
  const [risks, paid, changedRisks, changedPaid, ...moved] = row.map(Number);
  const share = (some = 0, premium = 0): Share => ({ risks: some, premium: facts.hasPremiums ? premium : null });
  const values = VALUE_KEYS.map((value, index) => {
    const [lower, higher, other] = moved.slice(index * DIRECTIONS.length);
    return { value, lower: share(lower), higher: share(higher), other: share(other) };
  });
  return { all: share(risks, paid), changed: share(changedRisks, changedPaid), values: countValues(values) };
}

/** Members of a group in which a risk changes. */
type Changed = Readonly<{ count: number; members: readonly Readonly<{ code: number; changed: Share }>[] }>;

/** What `selectMembers` answered, by the places of the groups. */
export function readMembers({ facts }: Asked, rows: readonly AnswerRow[]): ReadonlyMap<number, Changed> {
  return new Map(
    rows.map(([place, count, listed]) => [
      Number(place),
      {
        count: Number(count),
        members: (listed as AnswerRow[]).map(([risks, , code, paid]) => ({
          code: Number(code),
          changed: { risks: -Number(risks), premium: facts.hasPremiums ? Number(paid) : null },
        })),
      },
    ]),
  );
}

/** The codes whose texts have to be asked for. */
export const listMembers = ({ facts }: Asked, changed: ReadonlyMap<number, Changed>): Listed[] =>
  listGroups(facts).flatMap(({ condition }, place) => {
    const codes = changed.get(place)?.members.map(({ code }) => code) ?? [];
    return codes.length === 0 ? [] : [{ condition, codes }];
  });

export type Answers = Readonly<{
  outcomes: readonly AnswerRow[];
  changed: ReadonlyMap<number, Changed>;
  texts: readonly AnswerRow[];
}>;

/** The impact that these answers add up to. */
export function assembleImpact(asked: Asked, givens: readonly PossibleValues[], answers: Answers): Impact {
  const { pairs, best } = readOutcomes(answers.outcomes);
  const { hasPremiums } = asked.facts;
  const { isChanged, ...tally } = tallyPairs(pairs, givens, asked.before, asked.after, hasPremiums);
  return {
    ...tally,
    ...assembleGroups(asked, answers),
    largest: pickLargest(pairs, givens, isChanged, (placeOf, picked) => {
      const found: (Best | undefined)[] = Array.from({ length: picked });
      for (const [pair, one] of best.entries()) {
        const place = placeOf[pair] as number;
        const known = found[place];
        if (place !== -1 && (known === undefined || comesBefore(one, known))) found[place] = one;
      }
      return found.map((one) => one?.[2] ?? 0);
    }),
  };
}

/** Whether the revenue is not known, the revenue with its sign turned, and the row: the lowest stands for all. */
type Best = readonly [isUnknown: number, revenue: number, row: number];

const comesBefore = (a: Best, b: Best): boolean => a[0] - b[0] < 0 || (a[0] === b[0] && isLower(a, b));
const isLower = (a: Best, b: Best): boolean => a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]);

function readOutcomes(rows: readonly AnswerRow[]): Readonly<{ pairs: PairCounts; best: readonly Best[] }> {
  const room = rows.length * WINNER_WORDS;
  const [before, after] = [new Uint32Array(room), new Uint32Array(room)];
  for (const [pair, row] of rows.entries())
    for (let value = 0; value < VALUES; value += 1) {
      writeWinner(before, pair, value, Number(row[value]));
      writeWinner(after, pair, value, Number(row[VALUES + value]));
    }
  return {
    pairs: {
      count: rows.length,
      before,
      after,
      risks: Uint32Array.from(rows, (row) => Number(row[VALUES * 2])),
      premium: Float64Array.from(rows, (row) => Number(row[VALUES * 2 + 1])),
    },
    best: rows.map((row) => (row[VALUES * 2 + 2] as AnswerRow).map(Number) as unknown as Best),
  };
}

type Known = Readonly<{ text: string; all: Share }>;

function assembleGroups(asked: Asked, { changed, texts }: Answers): Pick<Impact, 'groups' | 'segments'> {
  const { hasPremiums } = asked.facts;
  const known = new Map(
    texts.map(([condition, code, text, risks, paid]): [string, Known] => [
      `${String(condition)} ${String(code)}`,
      { text: String(text), all: { risks: Number(risks), premium: hasPremiums ? Number(paid) : null } },
    ]),
  );
  const groups: GroupImpact[] = [];
  let segments: Impact['segments'] = { listed: [], count: 0 };
  for (const [place, { by, condition }] of listGroups(asked.facts).entries()) {
    const { count, members } = changed.get(place) ?? { count: 0, members: [] };
    const named = members.map((member) => {
      const { text, all } = known.get(`${condition} ${member.code}`) as Known;
      return { key: member.code === NOTHING ? null : text, changed: member.changed, all };
    });
    if (by !== 'segment') {
      groups.push({ by, members: named.slice(0, IMPACT_LIMITS.members), count });
      continue;
    }
    const listed = named.slice(0, IMPACT_LIMITS.segments).map(({ key, ...shares }): Segment => {
      const [layer, country] = readSegment(key ?? '');
      return { layer, country, ...shares };
    });
    segments = { listed, count };
  }
  return { groups, segments };
}
