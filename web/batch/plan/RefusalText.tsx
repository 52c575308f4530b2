import type { RefusedBucket } from '#contract/problem.ts';
import { describeActionText } from '#domain/event/action-text.ts';
import { formatDayOrTime } from '#web/kit/format.ts';

/** Why the server refused a bucket of a plan: what someone else did to it, or a rule. */
export const RefusalText = ({ refusal: { changed, detail } }: Readonly<{ refusal: RefusedBucket }>) => (
  <span role="alert" className="ls-small ls-red">
    {changed ? describeActionText(changed, formatDayOrTime(changed.at)) : detail}
  </span>
);
