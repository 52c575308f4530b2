import { Problem } from '#contract/problem.ts';
import { printAppetite } from '#domain/appetite/appetite.ts';
import { type BucketAddress, bucketEvent, type BucketEvent, bucketId, bucketObject } from '#domain/event/event.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { lastEvent } from '#server/audit/audit.service.ts';
import { ADMIN_EDIT, type Change, changedProblem } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import { addBuckets } from './bucket.change.ts';
import { lockAppetites, setAppetites } from './bucket.store.ts';

/** `was` is what the person saw; none: no bucket. */
export type WantedAppetite = BucketAddress & Readonly<{ appetite: number; was: number | null }>;

/** What is asked for in one call, and where its parts stand there. */
export type AppetiteRequest = Readonly<{
  wanted: readonly WantedAppetite[];
  place: 'appetites' | 'changes';
  /** Whether buckets that are not there yet are added. */
  adds: boolean;
}>;

type Seen = Readonly<{ now: ReadonlyMap<string, number>; nameOf: (address: BucketAddress) => string }>;
export type OnRefusedBucket = (address: BucketAddress) => void;

/** All of it or nothing. What already is as wanted stays untouched, without a record. `onRefusedBucket`: what a refusal is about. */
export async function changeAppetites(
  change: Change,
  asked: AppetiteRequest,
  onRefusedBucket: OnRefusedBucket,
): Promise<{ events: BucketEvent[]; at: Date }> {
  const { trx } = change;
  const { wanted, adds } = asked;
  const names = await partnerNames(trx);
  assertValidRequest(asked, names);
  const locked = await lockAppetites(trx, wanted);
  const at = change.now();
  const now = new Map(locked.map((bucket) => [bucketId(bucket), bucket.appetite]));
  const nameOf = ({ partner, cob }: BucketAddress) =>
    `${findClass(cob)?.label ?? cob}, ${partner} ${names.get(partner) ?? ''}`.trim();
  await assertUnchanged(trx, asked, { now, nameOf }, onRefusedBucket);
  const added = wanted.filter((one) => !now.has(bucketId(one)));
  const changed = wanted.filter((one) => now.has(bucketId(one)) && now.get(bucketId(one)) !== one.appetite);
  const [first] = changed;
  if (adds && first !== undefined) {
    onRefusedBucket(first);
    await change.require(ADMIN_EDIT);
  }
  const events = await addBuckets({ trx, at }, added.map(plain));
  if (changed.length > 0) await setAppetites(trx, changed.map(plain));
  const set = changed.map((one) =>
    bucketEvent('bucket_appetite_changed', one, { was: now.get(bucketId(one)) ?? 0, became: one.appetite }),
  );
  return { events: [...events, ...set], at };
}

const plain = ({ partner, cob, appetite }: WantedAppetite) => ({ partner, cob, appetite });

/** Every mistake at once: partners that there are none of, and buckets that are named twice. */
function assertValidRequest({ wanted, place }: AppetiteRequest, partners: ReadonlyMap<number, string>): void {
  const first = new Map<string, number>();
  const errors = wanted.flatMap((one, index) => {
    const path = `${place}.${index}.partner`;
    if (!partners.has(one.partner)) return [{ path, message: `There is no partner ${one.partner}` }];
    if (first.has(bucketId(one))) return [{ path, message: `${one.partner} is named twice for this class` }];
    first.set(bucketId(one), index);
    return [];
  });
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
}

/** Refuses what is based on other appetites than there are, and says who came in between. */
async function assertUnchanged(
  trx: Trx,
  { wanted, place, adds }: AppetiteRequest,
  { now, nameOf }: Seen,
  onRefusedBucket: OnRefusedBucket,
): Promise<void> {
  const missing = adds ? undefined : wanted.find((one) => !now.has(bucketId(one)));
  if (missing !== undefined) {
    onRefusedBucket(missing);
    throw new Problem('conflict', `There is no bucket for ${nameOf(missing)} yet. Please add the class first.`);
  }
  const nowOf = (one: BucketAddress) => now.get(bucketId(one)) ?? null;
  const stale = wanted.filter((one) => nowOf(one) !== one.was);
  const [first, ...more] = stale;
  if (first === undefined) return;
  onRefusedBucket(first);
  const errors = stale.map((one) => {
    const is = nowOf(one);
    const message = is === null ? 'There is no such bucket' : `This is ${printAppetite(is)} now`;
    return { path: `${place}.${wanted.indexOf(one)}.appetite`, message };
  });
  const last = await lastEvent(trx, bucketObject(first), ['bucket_appetite_changed', 'bucket_added']);
  const is = nowOf(first);
  if (last === undefined || is === null)
    throw new Problem('stale', `The appetite of ${nameOf(first)} is not what it was when you opened it.`, { errors });
  const did = `set the appetite of ${nameOf(first)} to ${printAppetite(is)}`;
  const outcome = more.length === 0 ? undefined : `${more.length} more changed as well`;
  throw changedProblem({ by: last.by, did, outcome }, last.at, { errors });
}
