import { Problem } from '#contract/problem.ts';
import { printAppetite } from '#domain/appetite/appetite.ts';
import type { BucketEvent } from '#domain/event/event.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { ADMIN_EDIT, type AdminChange } from '#server/admin/admin.change.ts';
import { lastEvent } from '#server/audit/audit.service.ts';
import type { Trx } from '#server/db/transaction.ts';
import { when } from '#server/dial/dial.checks.ts';
import { announce } from '#server/live/live.service.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import { addBuckets } from './bucket.add.ts';
import { lockAppetites, setAppetites } from './bucket.appetite.store.ts';
import { bucketEvent, objectOf } from './bucket.event.ts';
import type { BucketAddress } from './bucket.store.ts';

/** `was` is what the person saw; none: no bucket. */
export type Wanted = BucketAddress & Readonly<{ appetite: number; was: number | null }>;

/** What is asked for in one call, and where its parts stand there. */
export type Asked = Readonly<{
  wanted: readonly Wanted[];
  place: 'appetites' | 'changes';
  /** Whether buckets that are not there yet are added. */
  adds: boolean;
}>;

type Seen = Readonly<{ now: ReadonlyMap<string, number>; nameOf: (address: BucketAddress) => string }>;
export type Considering = (address: BucketAddress) => void;

const keyOf = ({ partner, cob }: BucketAddress): string => `${partner}/${cob}`;

/** All of it or nothing. What already is as wanted stays untouched, without a record. `considering`: what a refusal is about. */
export async function changeAppetites(
  change: AdminChange,
  asked: Asked,
  considering: Considering,
): Promise<BucketEvent[]> {
  const { trx, by } = change;
  const { wanted, adds } = asked;
  const names = await partnerNames(trx);
  requireSound(asked, names);
  const locked = await lockAppetites(trx, wanted);
  const at = change.now();
  const now = new Map(locked.map((bucket) => [keyOf(bucket), bucket.appetite]));
  const nameOf = ({ partner, cob }: BucketAddress) =>
    `${findClass(cob)?.label ?? cob}, ${partner} ${names.get(partner) ?? ''}`.trim();
  await requireSeen({ trx, at }, asked, { now, nameOf }, considering);
  const added = wanted.filter((one) => !now.has(keyOf(one)));
  const changed = wanted.filter((one) => now.has(keyOf(one)) && now.get(keyOf(one)) !== one.appetite);
  const [first] = changed;
  if (adds && first !== undefined) {
    considering(first);
    await change.require(ADMIN_EDIT);
  }
  const events = await addBuckets({ trx, at }, added.map(plain));
  const moved = changed.length === 0 ? [] : await setAppetites(trx, changed.map(plain));
  const revisions = new Map(moved.map((bucket) => [keyOf(bucket), bucket.revision]));
  for (const { partner, cob } of [...added, ...changed]) {
    const revision = String(revisions.get(keyOf({ partner, cob })) ?? 1);
    await announce(trx, { kind: 'appetite_set', partner, cob, revision, by, at: at.toISOString() });
  }
  return [
    ...events,
    ...changed.map((one) =>
      bucketEvent('bucket_appetite_changed', one, { was: now.get(keyOf(one)) ?? 0, became: one.appetite }),
    ),
  ];
}

const plain = ({ partner, cob, appetite }: Wanted) => ({ partner, cob, appetite });

/** Every mistake at once: partners that there are none of, and buckets that are named twice. */
function requireSound({ wanted, place }: Asked, partners: ReadonlyMap<number, string>): void {
  const first = new Map<string, number>();
  const errors = wanted.flatMap((one, index) => {
    const path = `${place}.${index}.partner`;
    if (!partners.has(one.partner)) return [{ path, message: `There is no partner ${one.partner}` }];
    if (first.has(keyOf(one))) return [{ path, message: `${one.partner} is named twice for this class` }];
    first.set(keyOf(one), index);
    return [];
  });
  if (errors.length > 0)
    throw new Problem('invalid-input', 'Please put the named fields right and send it again.', { errors });
}

/** Refuses what is based on other appetites than there are, and says who came in between. */
async function requireSeen(
  { trx, at }: Readonly<{ trx: Trx; at: Date }>,
  { wanted, place, adds }: Asked,
  { now, nameOf }: Seen,
  considering: Considering,
): Promise<void> {
  const missing = adds ? undefined : wanted.find((one) => !now.has(keyOf(one)));
  if (missing !== undefined) {
    considering(missing);
    throw new Problem('conflict', `There is no bucket for ${nameOf(missing)} yet. Please add the class first.`);
  }
  const nowOf = (one: BucketAddress) => now.get(keyOf(one)) ?? null;
  const stale = wanted.filter((one) => nowOf(one) !== one.was);
  const [first, ...more] = stale;
  if (first === undefined) return;
  considering(first);
  const errors = stale.map((one) => {
    const is = nowOf(one);
    const message = is === null ? 'There is no such bucket' : `This is ${printAppetite(is)} now`;
    return { path: `${place}.${wanted.indexOf(one)}.appetite`, message };
  });
  const last = await lastEvent(trx, objectOf(first), ['bucket_appetite_changed', 'bucket_added']);
  const is = nowOf(first);
  const set = is === null ? '' : ` to ${printAppetite(is)}`;
  const told =
    last === undefined || is === null
      ? `The appetite of ${nameOf(first)} is not what it was when you opened it.`
      : `${last.by} set the appetite of ${nameOf(first)}${set} ${when(last.at, at)}.`;
  const others = more.length === 0 ? '' : ` ${more.length} more changed as well.`;
  throw new Problem('stale', told + others, { errors });
}
