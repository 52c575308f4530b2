import { z } from 'zod';
import type { Page } from '#contract/page.ts';
import type { PendingReview } from '#contract/review.ts';
import type { reviewRoutes } from '#contract/review-routes.ts';
import type { Checked } from '#contract/route.ts';
import { isDialAuthor } from '#domain/review/author.ts';
import { isWaiting } from '#domain/review/queue.ts';
import { refuseVoter } from '#domain/review/round.ts';
import type { Actor } from '#domain/user/person.ts';
import { presentStop } from '#server/bucket/bucket.stop.service.ts';
import type { Db } from '#server/db/connect.ts';
import { cursorMoment, cutPage, readCursor } from '#server/http/cursor.ts';
import type { ImpactView } from '#server/impact/impact.view.ts';
import { findPersonNames } from '#server/person/person.service.ts';
import { readSigning } from './review.needed.ts';
import { listWaiting, type Waiting } from './review.queue.store.ts';
import { readCounterparts } from './review.voter.ts';

export type QueueQuery = Checked<typeof reviewRoutes.listReviews>['query'];
type Options = Readonly<{ db: Db; today: string; view: ImpactView }>;

/** More than wait at once in a large book. */
const MAX_COUNTED = 1000;

const positionSchema = z.object({ key: z.number(), at: cursorMoment, id: z.uuid() });
const positionOf = ({ sort_key, submitted_at, id }: Waiting) => ({
  key: sort_key,
  at: submitted_at,
  id,
});

/** Everything that waits for review, a set as one row, as this person sees it. */
export async function listQueue(
  { db, today, view }: Options,
  actor: Actor,
  { order, cursor, limit }: QueueQuery,
): Promise<Page<PendingReview> & { total: number; waiting: number | null }> {
  const after = readCursor(positionSchema, cursor);
  const { rows, total } = await listWaiting(db, actor.id, { order, limit: limit + 1, after });
  const { items, next } = cutPage(rows, limit, positionOf);
  const { signing, barOf } = await readBars(db, actor, today, items);
  const names = await findPersonNames(
    db,
    [...signing.values()].flatMap(({ missing }) => missing),
  );
  const missingIn = (row: Waiting) =>
    (signing.get(rowOf(row))?.missing ?? []).map((id) => ({ id, name: names.get(id) ?? '' }));
  return {
    items: items.map((row) => presentWaiting(row, { barred: barOf(row), missing_signers: missingIn(row) }, view)),
    next,
    total,
    waiting: cursor === undefined && next !== null ? await countWaiting(db, actor, today) : null,
  };
}

/** How many wait for this person's vote, a set as one. */
async function countWaiting(db: Db, actor: Actor, today: string): Promise<number> {
  const { rows } = await listWaiting(db, actor.id, { order: 'waiting', limit: MAX_COUNTED, after: undefined });
  const { barOf } = await readBars(db, actor, today, rows);
  return rows.filter((row) => isWaiting({ barred: barOf(row), mine: row.mine, set: row.set })).length;
}

/** Why this person's vote on each of these is not wanted, if so, and who must sign. */
async function readBars(db: Db, actor: Actor, today: string, rows: readonly Waiting[]) {
  const counterpartsOf = await readCounterparts(db, rows, { people: [actor.id] });
  const signing = await readSigning(
    db,
    rows.map((row) => ({ row: rowOf(row), buckets: row.set?.buckets ?? 1 })),
    { person: actor.id, today },
  );
  const barOf = (row: Waiting): PendingReview['barred'] => {
    const [isAuthor, isDependent] = [row.authors.includes(actor.id), counterpartsOf(row).isBarred(actor.id)];
    const refusal = refuseVoter({ isOpen: true, isAuthor, isDependent });
    if (refusal === 'dependent') return refusal;
    if (refusal !== 'author')
      return row.mine === null && signing.get(rowOf(row))?.isNotNeeded === true ? 'other_signer' : null;
    const reasons = row.author_reasons.find(({ person }) => person === actor.id);
    if (reasons && isDialAuthor(reasons)) return 'dial_author';
    return row.submitted_by === actor.id ? 'submitter' : 'editor';
  };
  return { signing, barOf };
}

const rowOf = ({ id, set }: Waiting): string => set?.id ?? id;

const presentWaiting = (
  row: Waiting,
  signing: Pick<PendingReview, 'barred' | 'missing_signers'>,
  view: ImpactView,
): PendingReview => ({
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
  ...signing,
  set: row.set,
});

/** Each bucket is rounded before they are added up, so that a sum says no more than its parts. */
function presentImpact(
  { measured, measured_on, is_measuring, missing }: Waiting,
  { showCount }: ImpactView,
): PendingReview['impact'] {
  const nothing = { changed: null, all: null, day: null };
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
    day: measured_on,
  };
}
