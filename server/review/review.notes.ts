import type { DraftNote } from '#contract/rollout.ts';
import { findOnlyMove } from '#domain/bucket/summary.ts';
import { groupUnusual, listNewValues, listUnusual } from '#domain/bucket/unusual.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { brokenOf, checkExamples, findNewlyBroken } from '#domain/example/check.ts';
import type { Example } from '#domain/example/example.ts';
import { listWindowGaps } from '#domain/impact/window-gap.ts';
import { findHighestValues } from '#server/bucket/bucket.highest.ts';
import { getBuckets } from '#server/bucket/bucket.open.ts';
import { summariseLists } from '#server/bucket/bucket.summary.ts';
import type { Db } from '#server/db/connect.ts';
import { findPinnedData } from '#server/dial/dial.pin.service.ts';
import { readExamplesOf } from '#server/example/example.service.ts';
import { countUnresolved } from './review.comment.store.ts';

type Request = Readonly<{ addresses: readonly BucketAddress[]; today: string; mayViewReviews: boolean }>;

/** What deserves attention in each of these drafts, in a constant number of queries. */
export async function noteDrafts(db: Db, { addresses, today, mayViewReviews }: Request): Promise<DraftNote[]> {
  const drafts = (await getBuckets(db, addresses)).flatMap(({ head, address, live, draft }) =>
    draft === undefined
      ? []
      : [{ id: head.id, versionId: draft.id, address, before: live.entries, after: draft.entries }],
  );
  const pins = drafts.flatMap(({ before, after }) => [...before, ...after]);
  const dataOf = await findPinnedData(db, pins);
  const ids = drafts.map(({ id }) => id);
  const ownValues = (entry: BucketEntry) => dataOf(entry)?.values;
  const examples = await readExamplesOf(db, ids);
  const highestOf = await findHighestValues(
    db,
    drafts.map(({ id, before, after }) => ({
      bucketId: id,
      dials: [...new Set(listNewValues(after, before, ownValues).map(({ entry }) => entry.dial_id))],
    })),
  );
  const summaries = await summariseLists(db, drafts);
  const versionIds = drafts.map(({ versionId }) => versionId);
  const unresolved = mayViewReviews ? await countUnresolved(db, versionIds) : new Map<string, number>();
  const rate = (entries: BucketEntries) =>
    entries.flatMap((entry) => {
      const dial = dataOf(entry);
      return dial === undefined ? [] : [{ ...entry, dial }];
    });
  return drafts.map(({ id, versionId, address, before, after }, index) => ({
    ...address,
    move: findOnlyMove(summaries[index]?.changes ?? []) ?? null,
    ...checkBoth(rate(before), rate(after), examples.get(id) ?? []),
    gaps: listWindowGaps({ before: rate(before), after: rate(after) }, today).map((gap) => ({
      ...gap,
      values: [...gap.values],
      name: after.flatMap((entry) => (entry.dial_id === gap.dial_id ? (dataOf(entry)?.name ?? []) : []))[0] ?? '',
    })),
    unusual: groupUnusual(listUnusual(after, before, ownValues, highestOf(id))).map(({ key, kind, values }) => ({
      key,
      kind,
      count: values.length,
    })),
    unresolved: unresolved.get(versionId) ?? 0,
  }));
}

function checkBoth(live: readonly RatedEntry[], draft: readonly RatedEntry[], examples: readonly Example[]) {
  const nameOf = ({ id, name }: Example) => ({ id, name });
  const broken = brokenOf(checkExamples(draft, examples)).map(({ example }) => example);
  const newly = findNewlyBroken(live, draft, broken);
  return {
    examples: examples.length,
    broken: newly.map(nameOf),
    broken_before: broken.filter((example) => !newly.includes(example)).map(nameOf),
  };
}
