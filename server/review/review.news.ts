import type { NotificationKind } from '#contract/notification.ts';
import type { PersonRef } from '#contract/dial.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { MAY_VOTE } from '#domain/review/independence.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { Trx } from '#server/db/transaction.ts';
import { notifyPeople } from '#server/notification/notification.service.ts';
import { findPeopleAllowed } from '#server/user/user.service.ts';
import { queueWebhook } from '#server/webhook/webhook.service.ts';
import { findNewestRound, findVotes, type StoredRound } from './review.store.ts';
import { type DirectoryKind, readDependents } from './review.voter.ts';

/** Something happened to the newest round of a version. */
export type ReviewNews = Readonly<{
  kind: NotificationKind;
  /** Who did it; of a vote that no longer counts, whose it was. */
  by: PersonRef;
  /** Who finds out by themselves, besides. */
  except?: string;
  at: Date;
  bucket: Readonly<{ cob: string; number: number; name: string }>;
  versionId: string;
  choice?: Choice;
  /** Why a vote no longer counts. */
  because?: Discount;
}>;
/** Tells people in the product, and the webhook where there is one, inside the caller's transaction. */
export type TellReview = (trx: Trx, news: ReviewNews) => Promise<void>;

type Options = Readonly<{ publicUrl: string; webhooks: boolean; directory: DirectoryKind }>;

export const reviewNews =
  ({ publicUrl, webhooks, directory }: Options): TellReview =>
  async (trx, news) => {
    const round = await findNewestRound(trx, news.versionId);
    if (round === undefined) throw new Error(`The version ${news.versionId} has no review.`);
    const { kind, by, at, except } = news;
    const people = (await concerned(trx, kind, round, directory)).filter((id) => id !== by.id && id !== except);
    await notifyPeople(trx, people, { kind, at, by: by.id, bucket_id: round.bucket_id });
    if (webhooks) await queueWebhook(trx, kind, webhookData(news, round, publicUrl), at);
  };

/** Who is asked may vote; the authors hear of every vote; of the end hears everyone who had a part in it. */
async function concerned(
  trx: Trx,
  kind: NotificationKind,
  round: StoredRound,
  directory: DirectoryKind,
): Promise<string[]> {
  if (kind === 'review_asked') {
    const dependents = (await readDependents(trx, directory, [round]))(round);
    const allowed = await findPeopleAllowed(trx, MAY_VOTE);
    return allowed.filter((id) => !round.authors.includes(id) && !dependents.has(id));
  }
  if (kind === 'voted') return round.authors;
  const voters = (await findVotes(trx, [round.id])).map(({ person_id }) => person_id);
  return [...new Set([...round.authors, ...voters])];
}

function webhookData({ kind, by, bucket, choice, because }: ReviewNews, round: StoredRound, publicUrl: string): object {
  const page = `${publicUrl}/syndicate/${bucket.number}/bucket/${bucket.cob}`;
  return {
    url: kind === 'activated' ? page : `${page}/draft`,
    bucket: {
      cob: bucket.cob,
      class: findClass(bucket.cob)?.label ?? bucket.cob,
      partner: { number: bucket.number, name: bucket.name },
    },
    by,
    review: {
      round: round.number,
      description: round.description,
      submitted_at: round.submitted_at.toISOString(),
      submitted_by: { id: round.submitted_by, name: round.submitter_name },
      outcome: round.outcome,
      content_hash: round.content_hash,
    },
    ...(choice && { choice }),
    ...(because && { because }),
  };
}
