import type { Dial } from '#contract/dial.ts';

/** What publishing does, in a sentence or two. A bucket holds a dial by version, so nothing live changes by itself. */
export function publishConsequence({ version, bucket_count: buckets }: Pick<Dial, 'version' | 'bucket_count'>): string {
  const frozen = `Version ${version} can no longer change.`;
  if (version === 1 || buckets === 0) return `${frozen} No bucket holds this dial yet.`;
  const keep = buckets === 1 ? '1 bucket keeps' : `${buckets} buckets keep`;
  return `${frozen} ${keep} v${version - 1} until a reviewed draft takes v${version}.`;
}
