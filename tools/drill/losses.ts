import { sql } from 'kysely';
import { verifyChain } from '#server/audit/audit.verify.ts';
import type { Db } from '#server/db/connect.ts';
import { brokenDials, brokenRules } from '#server/testing/review-rules.ts';
import type { Ledger } from './ledger.ts';

type Present = Readonly<{
  saved: Set<number>;
  submitted: Set<string>;
  approved: Set<string>;
  comments: Set<string>;
  recorded: Set<string>;
}>;

async function readPresent(db: Db): Promise<Present> {
  const numbers = await sql<{ number: number }>`
    select (jsonb_path_query(detail, '$.**.max_line'))::int as number from audit_event
    where action = 'bucket_draft_saved'`.execute(db);
  const rounds = await db.selectFrom('review_round').select(['description', 'outcome']).execute();
  const comments = await db.selectFrom('review_comment').select('text').execute();
  const words = await sql<{ text: string }>`
    select detail->>'comment' as text from audit_event where action = 'bucket_voted'
    union all select detail->>'text' from audit_event where action = 'bucket_commented'`.execute(db);
  const approved = rounds.filter(({ outcome }) => outcome === 'approved');
  return {
    saved: new Set(numbers.rows.map(({ number }) => number)),
    submitted: new Set(rounds.map(({ description }) => description)),
    approved: new Set(approved.map(({ description }) => description)),
    comments: new Set(comments.map(({ text }) => text)),
    recorded: new Set(words.rows.map(({ text }) => text)),
  };
}

/** A message for every acknowledged change that is missing, and for every broken rule. */
export async function findLosses(db: Db, ledger: Ledger, partner: number): Promise<string[]> {
  const present = await readPresent(db);
  const missing = <T>(what: string, promised: ReadonlySet<T>, there: ReadonlySet<T>) =>
    [...promised]
      .filter((one) => !there.has(one))
      .map((one) => `${what} ${String(one)} was acknowledged and is not there.`);
  const buckets = await db.selectFrom('bucket').select('id').where('partner_number', '=', partner).execute();
  const chain = await verifyChain(db);
  return [
    ...missing('The save of', ledger.saved, present.saved),
    ...missing('The submit of', ledger.submitted, present.submitted),
    ...missing('The activation of', ledger.approved, present.approved),
    ...missing('The comment', ledger.comments, present.comments),
    ...missing('The record of', ledger.comments, present.recorded),
    ...(await brokenRules(
      db,
      buckets.map(({ id }) => id),
    )),
    ...(await brokenDials(db)),
    ...(chain.whole ? [] : [`The audit chain is broken at ${chain.seq}: ${chain.what}`]),
  ];
}

/** A message for every stored change whose sender got no response. */
export async function findUnanswered(db: Db, { unanswered }: Ledger): Promise<string[]> {
  const { saved, submitted, comments } = await readPresent(db);
  const made = new Set<number | string>([...saved, ...submitted, ...comments]);
  return [...unanswered]
    .filter((one) => made.has(one))
    .map((one) => `${String(one)} was saved, and its sender had no answer.`);
}
