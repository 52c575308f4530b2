import type { Bucket } from '#contract/bucket.ts';
import { clockOrDay } from '#web/kit/clockOrDay.ts';
import type { Status } from '#web/kit/StatusGlyph.tsx';

export function chipOf(bucket: Bucket): Status {
  return bucket.header === 'draft_rejected' ? 'draft_rejected' : bucket.status;
}

/** "from live v12, saved 10:58 by Demo Underwriter", or "live v12" before the first save. */
export function factOf({ draft, live }: Bucket): string {
  if (draft === null) return `live v${live.number}`;
  return `from live v${draft.based_on}, saved ${clockOrDay(draft.saved_at)} by ${draft.saved_by.name}`;
}
