import { describeActionText } from '#domain/event/action-text.ts';
import { actionTextOf } from '#domain/event/words.ts';
import { formatAt } from '#web/kit/format.ts';
import type { RemoteChange } from './useBucketWatch.ts';

/** Always two decimals, so that a column compares by eye. */
export const appetiteText = (appetite: number): string => appetite.toFixed(2);

/** "Your draft", "Demo Cyber Lead’s draft". */
export const describeDraftOwner = (savedBy: Readonly<{ id: string; name: string }>, personId: string): string =>
  savedBy.id === personId ? 'Your draft' : `${savedBy.name}’s draft`;

/** "Demo Cyber Lead saved this draft at 11:02." */
export function describeRemoteChange({ kind, by, at }: RemoteChange, personId: string): string {
  const isOwn = by.id === personId;
  return describeActionText(
    { by: isOwn ? 'You' : by.name, ...actionTextOf(kind) },
    `${isOwn ? 'in another tab ' : ''}${formatAt(at)}`,
  );
}
