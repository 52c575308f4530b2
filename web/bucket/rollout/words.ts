import type { DialPlace } from '#contract/rollout.ts';
import { plural } from '#web/kit/plural.ts';
import type { Rollout } from './rolloutPlan.ts';

export const TITLES = {
  update: 'Update in buckets',
  add: 'Add to buckets',
  remove: 'Remove from buckets',
} as const satisfies Record<Rollout, string>;

export const LIST_TITLES = {
  update: 'Buckets with an older version',
  add: 'Buckets without this dial',
  remove: 'Buckets with this dial',
} as const satisfies Record<Rollout, string>;

export const NOTHING = {
  update: (version: number) => `Every bucket holds v${version}.`,
  add: () => 'Every bucket holds this dial.',
  remove: () => 'No bucket holds this dial.',
} as const satisfies Record<Rollout, (version: number) => string>;

/** What the state of a bucket means for a change of many. */
export function stateWords({ draft }: DialPlace): 'Free' | 'Draft' | 'Pending Review' {
  if (draft === null) return 'Free';
  return draft.state === 'draft' ? 'Draft' : 'Pending Review';
}

export const savedText = (count: number): string => `${plural(count, 'draft')} successfully saved`;
export const submittedText = (count: number): string => `${plural(count, 'draft')} submitted for review`;
