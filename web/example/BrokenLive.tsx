import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { brokenOf, checkExamples } from '#domain/example/check.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { tryAddress } from '#web/risk/useTriedRisk.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { agree } from '#web/kit/plural.ts';
import { rateEntries } from './checked.ts';
import { ExampleGlyph } from './ExampleGlyph.tsx';

const MAX_NAMED = 3;

/** The examples that the live version breaks. Each opens in Try a risk. */
export function BrokenLive({ bucket }: Readonly<{ bucket: Bucket }>) {
  const { entries } = bucket.live;
  const { data } = useApiQuery('listExamples', { params: addressOf(bucket) });
  const { lookup } = useBucketDials(entries);
  const broken = useMemo(() => {
    const rated = data && data.items.length > 0 ? rateEntries(entries, lookup) : undefined;
    return rated && data ? brokenOf(checkExamples(rated, data.items)) : [];
  }, [entries, lookup, data]);
  if (data === undefined || broken.length === 0) return null;
  const page = bucketAddress(addressOf(bucket));
  return (
    <section aria-label="Broken examples" className="ls-notice ls-row ls-wrap ls-below-16" data-tone="red">
      <ExampleGlyph ok={false} />
      <b>
        {broken.length} of {data.items.length} examples {agree(broken.length, 'breaks', 'break')} live:
      </b>
      {broken.slice(0, MAX_NAMED).map(({ example }) => (
        <PageLink key={example.id} to={tryAddress(page, example.risk)} className="ls-link ls-red ls-break">
          {example.name}
        </PageLink>
      ))}
      {broken.length > MAX_NAMED && <span>and {broken.length - MAX_NAMED} more</span>}
    </section>
  );
}
