import type { DraftNote } from '#contract/rollout.ts';
import { findOnlyMove } from '#domain/bucket/summary.ts';
import { listUnusual } from '#domain/bucket/unusual.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { findNewlyBroken } from '#domain/example/check.ts';
import { listWindowGaps } from '#domain/impact/window-gap.ts';
import { getBuckets } from '#server/bucket/bucket.open.ts';
import { findHighestValues } from '#server/bucket/bucket.read.service.ts';
import { summariseLists } from '#server/bucket/bucket.summary.ts';
import type { Db } from '#server/db/connect.ts';
import { findPinnedData } from '#server/dial/dial.pin.service.ts';
import { readExamplesOf } from '#server/example/example.service.ts';

/** What deserves attention in each of these drafts, in a constant number of queries. */
export async function noteDrafts(db: Db, addresses: readonly BucketAddress[], today: string): Promise<DraftNote[]> {
  const drafts = (await getBuckets(db, addresses)).flatMap(({ head, address, live, draft }) =>
    draft === undefined ? [] : [{ id: head.id, address, before: live.entries, after: draft.entries }],
  );
  const pins = drafts.flatMap(({ before, after }) => [...before, ...after]);
  const dataOf = await findPinnedData(db, pins);
  const ids = drafts.map(({ id }) => id);
  const [examples, highestOf] = [await readExamplesOf(db, ids), await findHighestValues(db, ids)];
  const summaries = await summariseLists(db, drafts);
  const rate = (entries: BucketEntries) =>
    entries.flatMap((entry) => {
      const dial = dataOf(entry);
      return dial === undefined ? [] : [{ ...entry, dial }];
    });
  return drafts.map(({ id, address, before, after }, index) => ({
    ...address,
    move: findOnlyMove(summaries[index]?.changes ?? []) ?? null,
    broken: findNewlyBroken(rate(before), rate(after), examples.get(id) ?? []).map((example) => ({
      id: example.id,
      name: example.name,
    })),
    gaps: listWindowGaps({ before: rate(before), after: rate(after) }, today).length,
    unusual: listUnusual(after, before, (entry) => dataOf(entry)?.values, highestOf(id)).length,
  }));
}
