import type { Answer } from '#contract/route.ts';
import type { ApiContract } from '#contract/contract.ts';
import { addressOf, bucketAddress, BUCKETS_ADDRESS, classLabel, partnerText } from '#web/bucket/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import classes from './HomePage.module.css';

const SHOWN = 3;

/** "3 buckets are stopped", with links; nothing if none is. */
export function StoppedBuckets({ items, total }: Answer<ApiContract['listStops']>) {
  if (total === 0) return null;
  const more = total - Math.min(items.length, SHOWN);
  return (
    <section aria-label="Stopped buckets" className={`ls-notice ls-row ls-wrap ${classes.stops}`} data-tone="red">
      <StatusChip status="stopped" glyphOnly />
      <b>
        {plural(total, 'bucket')} {agree(total, 'is', 'are')} stopped
      </b>
      <ul className="ls-list ls-row ls-wrap ls-gap-12">
        {items.slice(0, SHOWN).map((bucket) => (
          <li key={`${bucket.partner.number} ${bucket.cob}`}>
            <PageLink to={bucketAddress(addressOf(bucket))} className="ls-link" title={bucket.reason}>
              {classLabel(bucket.cob)}, {partnerText(bucket.partner)}
            </PageLink>
          </li>
        ))}
        {more > 0 && (
          <li>
            <PageLink to={`${BUCKETS_ADDRESS}?layer=stopped`} className="ls-link">
              and {more} more
            </PageLink>
          </li>
        )}
      </ul>
    </section>
  );
}
