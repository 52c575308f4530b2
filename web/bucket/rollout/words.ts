import { plural } from '#web/kit/plural.ts';
import type { Rollout } from './rolloutPlan.ts';

export const TITLES = {
  update: 'Update in buckets',
  add: 'Add to buckets',
  remove: 'Remove from buckets',
} as const satisfies Record<Rollout, string>;

export const savedText = (count: number): string => `${plural(count, 'draft')} successfully saved`;
export const submittedText = (count: number): string => `${plural(count, 'draft')} submitted for review`;
