import { z } from 'zod';
import type { Page } from '#contract/page.ts';
import type { PendingReview } from '#contract/review.ts';
import type { reviewRoutes } from '#contract/review-routes.ts';
import type { Checked } from '#contract/route.ts';
import { isDialAuthor } from '#domain/review/author.ts';
import { refuseVoter } from '#domain/review/round.ts';
import type { Actor } from '#domain/user/person.ts';
import { presentStop } from '#server/bucket/bucket.stop.service.ts';
import type { Db } from '#server/db/connect.ts';
import { cursorMoment, cutPage, readCursor } from '#server/http/cursor.ts';
import type { ImpactView } from '#server/impact/impact.view.ts';
import type { DirectoryKind } from '#server/person/person.service.ts';
import { listWaiting, type Waiting } from './review.queue.store.ts';
import { readDependents } from './review.voter.ts';

export type QueueQuery = Checked<typeof reviewRoutes.listReviews>['query'];
type Options = Readonly<{ db: Db; directory: DirectoryKind; view: ImpactView }>;

const positionSchema = z.object({ key: z.number(), at: cursorMoment, id: z.uuid() });
const positionOf = ({ sort_key, submitted_at, id }: Waiting) => ({
  key: sort_key,
  at: submitted_at,
  id,
});

/** Everything that waits for review, a set as one row, as this person sees it. */
export async function listQueue(
  { db, directory, view }: Options,
  actor: Actor,
  { order, cursor, limit }: QueueQuery,
): Promise<Page<PendingReview> & { total: number }> {
  const after = readCursor(positionSchema, cursor);
  const { rows, total } = await listWaiting(db, actor.id, { order, limit: limit + 1, after });
  const { items, next } = cutPage(rows, limit, positionOf);
  const dependentsOf = await readDependents(db, directory, items);
  const barOf = (row: Waiting): PendingReview['barred'] => {
    const [isAuthor, isDependent] = [row.authors.includes(actor.id), dependentsOf(row).has(actor.id)];
    const refusal = refuseVoter({ isOpen: true, isAuthor, isDependent });
    if (refusal !== 'author') return refusal === 'dependent' ? refusal : null;
    const reasons = row.author_reasons.find(({ person }) => person === actor.id);
    if (reasons && isDialAuthor(reasons)) return 'dial_author';
    return row.submitted_by === actor.id ? 'submitter' : 'editor';
  };
  return { items: items.map((row) => presentWaiting(row, barOf(row), view)), next, total };
}

const presentWaiting = (row: Waiting, barred: PendingReview['barred'], view: ImpactView): PendingReview => ({
  cob: row.cob,
  partner: { number: row.partner_number, name: row.partner_name },
  description: row.description,
  submitted_at: row.submitted_at.toISOString(),
  submitted_by: { id: row.submitted_by, name: row.submitter_name },
  changes: row.changes,
  approvals: row.approvals,
  rejections: row.rejections,
  required: row.required,
  live_on: row.live_on,
  restart: presentStop(row),
  impact: presentImpact(row, view),
  examples: { ...row.examples, all: Math.max(row.examples.all, row.examples.broken) },
  mine: row.mine,
  barred,
  set: row.set,
});

/** Each bucket is rounded before they are added up, so that a sum says no more than its parts. */
function presentImpact(
  { measured, is_measuring, missing }: Waiting,
  { showCount }: ImpactView,
): PendingReview['impact'] {
  const nothing = { changed: null, all: null };
  if (is_measuring) return { state: 'on-its-way', ...nothing };
  if (measured.length === 0) return { state: missing ?? 'on-its-way', ...nothing };
  const sum = (counts: readonly number[]): number | null => {
    const shown = counts.map(showCount).filter((count) => count !== null);
    return shown.length === 0 ? null : shown.reduce((total, count) => total + count, 0);
  };
  return {
    state: 'measured',
    changed: sum(measured.map(([changed]) => changed)),
    all: sum(measured.map(([, all]) => all)),
  };
}
