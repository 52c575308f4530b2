import { grouped } from '#domain/dimension/format.ts';

/** A dial version in a bucket, live or in its draft. */
export type Holding = Readonly<{ bucket: string; version: number; isLive: boolean }>;

export type VersionUse = Readonly<{ version: number; buckets: number }>;

/** Buckets per version, newest first: live ones, and those with the dial only in their draft. Each bucket counts once. */
export type DialUse = Readonly<{ live: readonly VersionUse[]; drafts: readonly VersionUse[] }>;

export function countUse(holdings: readonly Holding[]): DialUse {
  const live = holdings.filter(({ isLive }) => isLive);
  const running = new Set(live.map(({ bucket }) => bucket));
  const drafts = holdings.filter(({ bucket, isLive }) => !isLive && !running.has(bucket));
  return { live: countVersions(live), drafts: countVersions(drafts) };
}

function countVersions(holdings: readonly Holding[]): VersionUse[] {
  const counts = new Map<number, number>();
  for (const { version } of holdings) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts].map(([version, buckets]) => ({ version, buckets })).toSorted((a, b) => b.version - a.version);
}

export const countBuckets = (uses: readonly VersionUse[]): number =>
  uses.reduce((sum, { buckets }) => sum + buckets, 0);
const plural = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

/** "v6 published; live: v5 in 2 buckets, v4 in 1". Undefined for a dial in no bucket. */
export function describeUse(newest: number, { live, drafts }: DialUse): string | undefined {
  if (live.length + drafts.length === 0) return undefined;
  const inDrafts = drafts.length === 0 ? '' : `in ${plural(countBuckets(drafts), 'draft')}`;
  const running = live.map(({ version, buckets }, index) =>
    index === 0 ? `v${version} in ${plural(buckets, 'bucket')}` : `v${version} in ${grouped(buckets)}`,
  );
  if (running.length === 0) return `v${newest} published; live nowhere, ${inDrafts}`;
  return [`v${newest} published`, `live: ${running.join(', ')}`, ...(inDrafts === '' ? [] : [inDrafts])].join('; ');
}

/** The versions that buckets keep after `next` is published: buckets pin versions. */
export function describeStayingVersions(next: number, { live, drafts }: DialUse): string {
  if (live.length + drafts.length === 0) return 'No bucket holds this dial yet.';
  const keep = (uses: readonly VersionUse[], noun: string) =>
    uses.map(({ version, buckets }, index) => {
      const who = index === 0 ? plural(buckets, noun) : grouped(buckets);
      return `${who} ${buckets === 1 ? 'keeps' : 'keep'} v${version}`;
    });
  const parts = [...keep(live, 'bucket'), ...keep(drafts, 'draft')];
  const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
  return `${list} until a reviewed draft takes v${next}.`;
}

/** Before a version is published that differs from the one before only in its reason; undefined for any other. */
export const describeSameEffect = (next: number, isSame: boolean): string | undefined =>
  isSame && next > 1
    ? `Only the reason differs from v${next - 1}, so a bucket with v${next - 1} has nothing to take from v${next}.`
    : undefined;
