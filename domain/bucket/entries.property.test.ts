import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DialValues } from '#domain/value/registry.ts';
import { totalChanges } from './change-kind.ts';
import { countChanges, diffEntries, longestRun, positions } from './diff.ts';
import { applyDiff, edited, longestIncreasing, NO_CHANGE } from './entries.naive.ts';
import { type BucketEntries, type BucketEntry, byDial, sameEntries, sameEntry, setOnly } from './entry.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { type BucketConflict, conflictKey, mergeEntries, type Side } from './merge.ts';

/** How often each property is tried with lists of up to 300 dials, and with short ones, in which everything meets. */
const RUNS = isLong ? { long: 500, short: 5_000 } : { long: 15, short: 200 };

/** Few different values, so that two sides often agree by chance. */
const overrides: fc.Arbitrary<DialValues> = fc
  .record({
    ignore_expiring_line: fc.constantFrom(undefined, 'maintains' as const, 'ignores' as const),
    max_line: fc.constantFrom(undefined, 1_000_000, 2_000_000),
    policy_share_cap: fc.constantFrom(undefined, 5),
  })
  .map(setOnly);

/** Any order of any dials, out of a stock a third larger than the list can be. */
const bucket = (most: number): fc.Arbitrary<BucketEntry[]> =>
  fc.uniqueArray(
    fc.record({
      dial_id: fc.nat(Math.ceil(most * 1.33)).map(String),
      version: fc.integer({ min: 1, max: 3 }),
      overrides,
    }),
    { selector: ({ dial_id }) => dial_id, maxLength: most, size: 'max' },
  );

const steps = (most: number) =>
  fc.array(
    fc.record({
      what: fc.constantFrom('move' as const, 'move' as const, 'remove', 'add', 'update', 'override'),
      at: fc.nat(most),
      to: fc.nat(most),
      overrides,
    }),
    { maxLength: 8 },
  );

type Sides = Readonly<{ base: BucketEntries; mine: BucketEntries; theirs: BucketEntries }>;

/** A bucket and what two people made of it; sometimes both did the same, sometimes their lists have little in common. */
const sides = (most: number): fc.Arbitrary<Sides> =>
  fc.oneof(
    { weight: 6, arbitrary: edits(most, 'm', 't') },
    { weight: 2, arbitrary: edits(most, 'x', 'x') },
    { weight: 1, arbitrary: fc.record({ base: bucket(most), mine: bucket(most), theirs: bucket(most) }) },
  );
const edits = (most: number, my: string, their: string) =>
  fc.tuple(bucket(most), steps(most), steps(most), fc.boolean()).map(([base, first, second, both]) => ({
    base,
    mine: edited(base, both ? [...second.slice(0, 2), ...first] : first, my),
    theirs: edited(base, second, their),
  }));

function always(holds: (sides: Sides) => boolean) {
  for (const [most, numRuns] of [
    [300, RUNS.long],
    [7, RUNS.short],
  ] as const)
    fc.assert(fc.property(sides(most), holds), { numRuns });
}

describe('the difference of two buckets', () => {
  test('turns one list into the other when applied', () => {
    always(({ mine: a, theirs: b }) => sameEntries(applyDiff(diffEntries(a, b), a), b));
  });

  test('is empty exactly for equal lists', () => {
    always(({ mine: a, theirs: b }) => {
      expect(diffEntries(a, structuredClone(a))).toEqual(NO_CHANGE);
      return (totalChanges(countChanges(diffEntries(a, b))) === 0) === sameEntries(a, b);
    });
  });

  test('moves the fewest dials, as a naive search confirms, each with its old and new position', () => {
    always(({ mine: a, theirs: b }) => {
      const [from, to] = [positions(a), positions(b)];
      const kept = b.flatMap(({ dial_id }) => from.get(dial_id) ?? []);
      const { reordered } = diffEntries(a, b);
      const hasPositions = reordered.every(
        (move) => from.get(move.dial_id) === move.from && to.get(move.dial_id) === move.to,
      );
      return hasPositions && reordered.length === kept.length - longestIncreasing(kept);
    });
  });

  test('additions and removals alone reorder nothing', () => {
    const some = fc.infiniteStream(fc.boolean());
    fc.assert(
      fc.property(bucket(300), some, some, (all, first, second) => {
        const a = all.filter(() => first.next().value === true);
        const b = all.filter(() => second.next().value === true);
        const { added, removed, ...others } = diffEntries(a, b);
        expect(others).toEqual({ updated: [], overridden: [], reordered: [] });
        return added.length - removed.length === b.length - a.length;
      }),
      { numRuns: 200 },
    );
  });

  test('the longest run rises and is as long as any', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 200, size: 'max' }), (numbers) => {
        const run = longestRun(numbers);
        const at = (place: number) => numbers[run[place] ?? 0] ?? 0;
        const rises = run.every(
          (index, place) => place === 0 || ((run[place - 1] ?? 0) < index && at(place - 1) < at(place)),
        );
        return rises && run.length === longestIncreasing(numbers);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The conflicts computed field by field, without the merge; positions apart. */
function clashes({ base, mine, theirs }: Sides): Set<string> {
  const [was, my, their] = [byDial(base), byDial(mine), byDial(theirs)];
  const found = new Set<string>();
  for (const id of new Set([...was.keys(), ...my.keys(), ...their.keys()])) {
    const [b, m, t] = [was.get(id), my.get(id), their.get(id)];
    const add = (field: BucketConflict['field']) => found.add(conflictKey({ dial_id: id, field }));
    const left = m ?? t;
    if (b !== undefined && left !== undefined && (m === undefined) !== (t === undefined)) {
      if (!sameEntry(b, left)) add('presence');
    }
    if (m === undefined || t === undefined) continue;
    if (m.version !== t.version && m.version !== b?.version && t.version !== b?.version) add('version');
    for (const key of ['ignore_expiring_line', 'lead_share_cap', 'max_line', 'min_line', 'policy_share_cap'] as const) {
      const [was, is, other] = [b?.overrides[key], m.overrides[key], t.overrides[key]];
      if (is !== other && is !== was && other !== was) add(key);
    }
  }
  return found;
}

/** What someone moved or added. */
function placed(base: BucketEntries, now: BucketEntries): Set<string> {
  const was = byDial(base);
  const added = now.map(({ dial_id }) => dial_id).filter((id) => !was.has(id));
  return new Set([...diffEntries(base, now).reordered.map(({ dial_id }) => dial_id), ...added]);
}

/** Whether every two dials that are in both lists and not left out come in the same order. */
function sameOrder(a: BucketEntries, b: BucketEntries, leaveOut: (id: string) => boolean): boolean {
  const there = byDial(b);
  const shared = byDial(a);
  const ids = (entries: BucketEntries) =>
    entries.map(({ dial_id }) => dial_id).filter((id) => there.has(id) && shared.has(id) && !leaveOut(id));
  return ids(a).join(' ') === ids(b).join(' ');
}

describe('merging what two people made of a bucket', () => {
  test('if one side changed nothing, the result is the other side', () => {
    always(({ base, mine }) => {
      const [first, second] = [mergeEntries(base, mine, base), mergeEntries(base, base, mine)];
      expect([...first.conflicts, ...second.conflicts]).toEqual([]);
      return sameEntries(first.merged, mine) && sameEntries(second.merged, mine);
    });
  });

  test('equal changes on both sides do not conflict', () => {
    always(({ base, mine }) => {
      const { merged, conflicts } = mergeEntries(base, mine, structuredClone(mine));
      return conflicts.length === 0 && sameEntries(merged, mine);
    });
  });

  test('conflicts are exactly what both sides changed differently', () => {
    always((all) => {
      const { conflicts } = mergeEntries(all.base, all.mine, all.theirs);
      const conflictKeys = conflicts.filter(({ field }) => field !== 'position').map(conflictKey);
      expect(new Set(conflictKeys)).toEqual(clashes(all));
      const [my, their] = [placed(all.base, all.mine), placed(all.base, all.theirs)];
      const places = conflicts.filter(({ field }) => field === 'position');
      return (
        new Set(conflicts.map(conflictKey)).size === conflicts.length &&
        places.every(({ dial_id }) => my.has(dial_id) && their.has(dial_id))
      );
    });
  });

  test('no dial is duplicated, lost or invented', () => {
    always(({ base, mine, theirs }) => {
      const { merged, conflicts } = mergeEntries(base, mine, theirs);
      const [was, my, their, now] = [byDial(base), byDial(mine), byDial(theirs), byDial(merged)];
      const open = new Set(conflicts.filter(({ field }) => field === 'presence').map(({ dial_id }) => dial_id));
      const all = new Set([...my.keys(), ...their.keys()]);
      const right = [...all].every((id) => {
        const expected = open.has(id) ? my.has(id) : (my.has(id) && their.has(id)) || !was.has(id);
        return now.has(id) === expected;
      });
      return right && now.size === merged.length && merged.every(({ dial_id }) => all.has(dial_id));
    });
  });

  test('every field that one of them changed is as they left it, whoever of the two saves first', () => {
    always(({ base, mine, theirs }) => {
      const conflictKeys = clashes({ base, mine, theirs });
      const was = byDial(base);
      return [mergeEntries(base, mine, theirs), mergeEntries(base, theirs, mine)].every(({ merged }) => {
        const now = byDial(merged);
        const [my, their] = [byDial(mine), byDial(theirs)];
        return [mine, theirs].flat().every(({ dial_id, version, overrides: set }) => {
          const [b, n] = [was.get(dial_id), now.get(dial_id)];
          if (n === undefined || !my.has(dial_id) || !their.has(dial_id)) return true;
          const clash = (field: BucketConflict['field']) => conflictKeys.has(conflictKey({ dial_id, field }));
          const keeps = version === b?.version || clash('version') || n.version === version;
          return (
            keeps &&
            (['ignore_expiring_line', 'max_line', 'policy_share_cap'] as const).every(
              (key) => set[key] === b?.overrides[key] || clash(key) || n.overrides[key] === set[key],
            )
          );
        });
      });
    });
  });

  test('two dials that one of them alone put into another order stand in that order, and in the chosen one', () => {
    always(({ base, mine, theirs }) => {
      const { conflicts } = mergeEntries(base, mine, theirs);
      const conflictKeys = new Set(conflicts.filter(({ field }) => field === 'position').map(({ dial_id }) => dial_id));
      const [my, their] = [placed(base, mine), placed(base, theirs)];
      const chosen = (side: Side) =>
        mergeEntries(base, mine, theirs, new Map(conflicts.map((conflict) => [conflictKey(conflict), side]))).merged;
      return (
        sameOrder(chosen('mine'), mine, (id) => their.has(id) && !conflictKeys.has(id)) &&
        sameOrder(chosen('theirs'), theirs, (id) => my.has(id) && !conflictKeys.has(id)) &&
        sameOrder(chosen('mine'), theirs, (id) => my.has(id)) &&
        sameOrder(chosen('theirs'), mine, (id) => their.has(id))
      );
    });
  });

  test('choosing one side everywhere gives the values of that side wherever both changed something', () => {
    always(({ base, mine, theirs }) => {
      const { conflicts } = mergeEntries(base, mine, theirs);
      return (['mine', 'theirs'] as const).every((side: Side) => {
        const choices = new Map(conflicts.map((conflict) => [conflictKey(conflict), side]));
        const chosen = mergeEntries(base, mine, theirs, choices);
        const [now, expected] = [byDial(chosen.merged), byDial(side === 'mine' ? mine : theirs)];
        expect(chosen.conflicts.map(conflictKey).toSorted()).toEqual(conflicts.map(conflictKey).toSorted());
        return conflicts.every(({ dial_id, field }) => {
          const [n, s] = [now.get(dial_id), expected.get(dial_id)];
          if (field === 'presence') return (n === undefined) === (s === undefined);
          if (field === 'position') return true;
          return field === 'version' ? n?.version === s?.version : n?.overrides[field] === s?.overrides[field];
        });
      });
    });
  });
});
