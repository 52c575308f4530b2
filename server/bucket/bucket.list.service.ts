import { z } from 'zod';
import type { BucketRow, Partner } from '#contract/bucket.ts';
import type { bucketLayerRoutes } from '#contract/bucket-layers.ts';
import type { Page } from '#contract/page.ts';
import type { Answer } from '#contract/route.ts';
import { BUCKET_STATUSES, type BucketStatus } from '#domain/bucket/state.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { fold, searchWords } from '#domain/dial/search.ts';
import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { nearDays } from '#server/dial/dial.row.ts';
import { cursorInteger, cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import type { PartnerService } from '#server/partner/partner.service.ts';
import { presentLayer, readLayers } from './bucket.layer.ts';
import * as list from './bucket.list.store.ts';

/** The votes of an open review. */
type OpenRound = Readonly<{
  version_id: string;
  submitted_at: Date;
  submitted_by: string;
  submitter_name: string;
  approved_for: string | null;
}> &
  NonNullable<NonNullable<NonNullable<BucketRow['draft']>['review']>['votes']>;
type Options = Readonly<{
  db: Db;
  now: () => Date;
  partners: PartnerService;
  findOpenRounds: (db: Db, versionIds: readonly string[]) => Promise<readonly OpenRound[]>;
  openRounds: list.OpenRounds;
}>;
type BucketListRequest = Paged &
  Readonly<{
    partner?: number | undefined;
    cob?: string | undefined;
    status?: BucketStatus | undefined;
    q?: string | undefined;
  }>;
type StatusCounts = Readonly<Record<'all' | BucketStatus, number>>;

const MAX_WORDS_SEARCHED = 10;
const positionSchema = z.object({ since: cursorMoment, partner: cursorInteger, cob: z.string() });

/** Buckets as rows and as a matrix. */
export function bucketListService({ db, now, partners, findOpenRounds, openRounds }: Options) {
  /** Adds the review state; the vote counts only for those who may see reviews. */
  async function withReviews(rows: readonly list.ListedBucket[], seesVotes: boolean): Promise<BucketRow[]> {
    const pending = rows.flatMap(({ status, draft }) => (status === 'pending_review' && draft ? [draft.id] : []));
    const rounds = new Map(
      (pending.length === 0 ? [] : await findOpenRounds(db, pending)).map((round) => [round.version_id, round]),
    );
    return rows.map(({ draft, ...row }) => {
      if (draft === null) return { ...row, draft };
      const { id, ...rest } = draft;
      return { ...row, draft: { ...rest, review: presentOpen(rounds.get(id), seesVotes) } };
    });
  }

  return {
    async list(
      actor: Actor,
      { cursor, limit, q = '', ...rest }: BucketListRequest,
    ): Promise<Page<BucketRow> & { counts: StatusCounts }> {
      const words = searchWords(q).slice(0, MAX_WORDS_SEARCHED);
      // Signs alone are searched as they are: they are in no name.
      const terms = words.length === 0 && q.trim() !== '' ? [q.trim().toLowerCase()] : words;
      const filter = { ...rest, words: terms.map(toSearchTerm) };
      const after = readCursor(positionSchema, cursor);
      const page = { filter, limit: limit + 1, after, personId: actor.id };
      const found = await list.listPage(db, page, openRounds);
      const counts = await list.countStatuses(db, { ...filter, status: undefined });
      const { items, next } = cutPage(found, limit, ({ position }) => position);
      return {
        items: await withReviews(
          items.map(({ bucket }) => bucket),
          holds(actor.permissions.review, 'view'),
        ),
        next,
        counts: countsOf(counts),
      };
    },

    async matrix(): Promise<{ partners: Partner[]; cells: list.Cell[] }> {
      return { partners: await partners.list(), cells: await list.listCells(db) };
    },

    layers: async (): Promise<Answer<typeof bucketLayerRoutes.getBucketLayers>> => ({
      buckets: (await snapshot(db, (trx) => readLayers(trx, openRounds, nearDays(now())))).map(presentLayer),
    }),
  };
}

function presentOpen(round: OpenRound | undefined, seesVotes: boolean) {
  if (round === undefined) return null;
  const { submitted_at, submitted_by, submitter_name, approvals, rejections, required, approved_for, set } = round;
  return {
    approved_for,
    submitted_at: submitted_at.toISOString(),
    submitted_by: { id: submitted_by, name: submitter_name },
    votes: seesVotes ? { approvals, rejections, required, set } : null,
  };
}

/** A term matches the name of the class, or the number or name of the partner. */
const toSearchTerm = (text: string): list.SearchTerm => ({
  text,
  classes: CLASSES.filter(({ label }) => fold(label).includes(text)).map(({ slug }) => slug),
});

function countsOf(found: ReadonlyMap<BucketStatus, number>): StatusCounts {
  const of = (status: BucketStatus) => found.get(status) ?? 0;
  const all = BUCKET_STATUSES.reduce((sum, status) => sum + of(status), 0);
  return { all, active: of('active'), draft: of('draft'), pending_review: of('pending_review') };
}
