import { EndingNotice } from '#web/change/EndingNotice.tsx';
import { useEndings } from '#web/change/useEndings.ts';
import { dayOfBucket, type SetGoLive } from '#web/review/goLive.ts';
import { keyOf, type PlannedBucket, replacesDial } from '#web/batch/editPlan.ts';
import type { EditPlanState } from './useEditPlan.ts';

type PlanEndingsProps<Bucket extends PlannedBucket> = Readonly<{
  state: Pick<EditPlanState<Bucket>, 'chosen' | 'removals' | 'removeDial'>;
  goLive: SetGoLive;
}>;

/** The dials that will have ended when the chosen buckets go live, which they can lose at once. */
export function PlanEndings<Bucket extends PlannedBucket>({ state, goLive }: PlanEndingsProps<Bucket>) {
  const { chosen, removals, removeDial } = state;
  const isRemovedFrom = (key: string, dialId: string): boolean => removals.get(key)?.has(dialId) ?? false;
  const planned = new Map(chosen.map((bucket) => [keyOf(bucket), bucket]));
  const endings = useEndings(
    chosen.map((bucket) => ({
      partner: bucket.partner.number,
      cob: bucket.cob,
      revision: bucket.revision,
      liveOn: dayOfBucket(goLive, keyOf(bucket)),
    })),
  ).flatMap(({ buckets, ...ending }) => {
    // What the change itself replaces or removes does not end there.
    const keys = buckets
      .map(({ partner, cob }) => `${partner} ${cob}`)
      .filter((key) => {
        const bucket = planned.get(key);
        return bucket && (isRemovedFrom(key, ending.dial_id) || !replacesDial(bucket, ending.dial_id));
      });
    return keys.length === 0 ? [] : [{ ...ending, buckets: keys }];
  });
  return (
    <EndingNotice
      endings={endings}
      isRemoved={({ dial_id, buckets }) => buckets.every((key) => isRemovedFrom(key, dial_id))}
      onRemove={({ dial_id, buckets }, yes) => removeDial(dial_id, buckets, yes)}
    />
  );
}
