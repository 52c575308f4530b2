import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { DraftState } from './state.ts';

export type BucketAbilities = Readonly<{
  /** Open the edit page and save. */
  edit: boolean;
  submit: boolean;
  reset: boolean;
  /** Take the draft out of review. */
  discard_review: boolean;
  /** Look at what waits for a review. */
  review: boolean;
}>;

export const mayEditBuckets = ({ permissions }: Actor): boolean => holds(permissions.bucket, 'edit');

export function bucketAbilities(actor: Actor, draft: Readonly<{ state: DraftState }> | null): BucketAbilities {
  const edit = mayEditBuckets(actor);
  const pending = draft?.state === 'pending_review';
  return {
    edit: edit && !pending,
    submit: edit && draft?.state === 'draft',
    reset: edit && draft?.state === 'draft',
    discard_review: edit && pending,
    review: pending && holds(actor.permissions.review, 'view'),
  };
}

export const BUCKET_REFUSALS = {
  pending: 'This bucket is in review and cannot be edited. Discard Review sets it back to Draft.',
  notPending: 'This bucket is not in review.',
  noDraft: 'This bucket has no draft.',
  noChange: 'The draft is the same as the live version. Change something before asking for a review.',
  description: 'Required',
} as const;
