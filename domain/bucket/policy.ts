import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { DraftState } from './state.ts';

/** `edit`: open the edit page and save. See `submissionAbilities` for the review. */
export function bucketAbilities({ permissions }: Actor, draft: Readonly<{ state: DraftState }> | null) {
  const mayEdit = holds(permissions.bucket, 'edit');
  return { edit: mayEdit && draft?.state !== 'pending_review', reset: mayEdit && draft?.state === 'draft' };
}

export const BUCKET_REFUSALS = {
  reply: 'Nothing has changed since the rejection. Reply to it, or change the draft.',
  pending: 'This bucket is in review and cannot be edited. Discard Review sets it back to Draft.',
  notPending: 'This bucket is not in review.',
  noDraft: 'This bucket has no draft.',
  noChange: 'The draft is the same as the live version. Change something before you submit it for review.',
  description: 'Required',
} as const;

/** Why drafts that were saved together cannot be undone together. */
export const DRAFT_SET_REFUSALS = {
  unknown: 'These drafts were not saved together by you.',
  changed: 'One of these drafts was submitted or discarded since. Nothing was undone.',
} as const;
