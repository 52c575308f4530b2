import { allows, type Permissions, type Requirement, type Scope } from '#domain/user/permission.ts';
import type { DomainEvent } from '#domain/event/event.ts';

/** The scope needed to read records of an object type. */
const SCOPE_OF_OBJECT: Readonly<Partial<Record<string, Scope>>> = {
  person: 'user',
  setting: 'admin',
  flag: 'admin',
  reference_list: 'admin',
  partner: 'admin',
  portfolio: 'admin',
  dial: 'dials',
  dials: 'dials',
  bucket: 'bucket',
  engine: 'admin',
  authority: 'admin',
  class: 'bucket',
  permissions: 'user',
} satisfies Readonly<Record<DomainEvent['object']['type'], Scope>>;

/** Records that reveal votes or comments of a review. */
export const REVIEW_ACTIONS: readonly string[] = [
  'bucket_voted',
  'bucket_vote_discounted',
  'bucket_commented',
  'bucket_comment_resolved',
  'bucket_comment_reopened',
  'bucket_impact_measured',
] satisfies readonly DomainEvent['action'][];

export type ReadableRecord = Readonly<{
  action: string;
  object_type: string;
  detail: Readonly<Record<string, unknown>>;
}>;

/** The permissions to read the details of a record. Unknown object types need admin. */
export function requiredToRead({ action, object_type, detail }: ReadableRecord): Requirement[] {
  const scope = (Object.hasOwn(SCOPE_OF_OBJECT, object_type) && SCOPE_OF_OBJECT[object_type]) || 'admin';
  const done = action === 'bucket_change_refused' ? String(detail['attempt']) : action;
  const isOfReview = REVIEW_ACTIONS.includes(done);
  const scopes: readonly Scope[] = isOfReview ? [scope, 'review'] : [scope];
  return scopes.map((needed) => ({ scope: needed, action: 'view' }));
}

/** The object types whose records a reader may not read at all, and whether they may read those of reviews. */
export function unreadableParts(permissions: Permissions): Readonly<{ types: string[]; seesReviews: boolean }> {
  const types = Object.entries(SCOPE_OF_OBJECT).flatMap(([type, scope = 'admin']) =>
    allows(permissions, { scope, action: 'view' }) ? [] : [type],
  );
  return { types, seesReviews: allows(permissions, { scope: 'review', action: 'view' }) };
}
