import type { BucketOutcome } from '#contract/outcome.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useOutcome } from './outcomeQuery.ts';
import { ExpectedSoFar } from './ExpectedSoFar.tsx';
import classes from './LiveOutcome.module.css';

/** The first version of a bucket has nothing before it; without reports there is nothing to compare. */
export const showsOutcome = ({ reporting, outcome }: BucketOutcome): boolean =>
  reporting.since !== null && outcome.version > 1;

/** What was expected of the live version, and what engines decided with it. Its place has its height while it loads. */
export function LiveOutcome({ address }: Readonly<{ address: BucketAddress }>) {
  const query = useOutcome(address);
  return (
    <div className={classes.outcome}>
      <Loaded query={query} title="Failed to load what was expected">
        {({ outcome, reporting }) => <ExpectedSoFar outcome={outcome} since={reporting.since} />}
      </Loaded>
    </div>
  );
}
