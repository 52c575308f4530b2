import type { Partner } from '#contract/bucket.ts';
import { partnerText } from './words.ts';

/** Buckets › 9101 Alder, and what the page itself is called below the bucket. */
export function bucketPath(partner: Partner, last?: string) {
  const steps = [
    { label: 'Buckets', to: '/syndicate' },
    { label: partnerText(partner), to: `/syndicate/${partner.number}/bucket` },
  ];
  return last === undefined ? steps : [...steps, { label: last }];
}

export const bucketParent = (partner: Partner) => ({
  to: `/syndicate/${partner.number}/bucket`,
  name: partnerText(partner),
});
