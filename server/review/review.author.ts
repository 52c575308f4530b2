import { type Author, findAuthors, findNewVersions, type VersionRange } from '#domain/review/author.ts';
import { findDraftEditors } from '#server/bucket/bucket.version.service.ts';
import type { Draft, OpenBucket } from '#server/bucket/bucket.open.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { findDialWriters } from '#server/dial/dial.pin.service.ts';
import * as store from './review.store.ts';

/** The authors of these drafts, the actor among them. */
export async function readAuthors(
  { trx, actor }: ChangeContext,
  submitted: readonly Readonly<{ open: OpenBucket; draft: Pick<Draft, 'entries' | 'based_on'> }>[],
): Promise<(open: OpenBucket) => Author[]> {
  const since = submitted.map(({ open, draft }) => ({ bucket_id: open.head.id, number: draft.based_on ?? 1 }));
  const editors = await findDraftEditors(trx, since);
  const submitters = await store.findSubmitters(trx, since);
  const brought = new Map(
    submitted.map(({ open, draft }) => [open.head.id, findNewVersions(open.live.entries, draft.entries)]),
  );
  const writers = Map.groupBy(await findDialWriters(trx, distinct([...brought.values()].flat())), rangeKey);
  return ({ head: { id } }) =>
    findAuthors({
      savers: editors.get(id) ?? [],
      submitters: [...(submitters.get(id) ?? []), actor.id],
      dialWriters: (brought.get(id) ?? []).flatMap((range) => writers.get(rangeKey(range)) ?? []),
    });
}

const rangeKey = ({ dial_id, after, upTo }: VersionRange): string => `${dial_id} ${after} ${upTo}`;
const distinct = (ranges: readonly VersionRange[]): VersionRange[] => [
  ...new Map(ranges.map((range) => [rangeKey(range), range])).values(),
];
