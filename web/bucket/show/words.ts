import { describeActionText } from '#domain/event/deed.ts';
import { actionTextOf } from '#domain/event/words.ts';
import { formatAt } from '#web/kit/format.ts';
import type { BucketNews } from './useBucketWatch.ts';

/** Two decimals, always: a column of them compares by eye. */
export const appetiteText = (appetite: number): string => appetite.toFixed(2);

/** "Demo Cyber Lead saved this draft at 11:02." */
export function newsText({ kind, by, at }: BucketNews, personId: string): string {
  const isOwn = by.id === personId;
  return describeActionText(
    { by: isOwn ? 'You' : by.name, ...actionTextOf(kind) },
    `${isOwn ? 'in another tab ' : ''}${formatAt(at)}`,
  );
}
