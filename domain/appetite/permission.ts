import { allows, MAY_VOTE, type Permissions, type Requirement } from '#domain/user/permission.ts';

/** Any of these permissions lets somebody confirm or decline a raise. */
export const MAY_CONFIRM = [{ scope: 'admin', action: 'edit' }, MAY_VOTE] as const satisfies readonly Requirement[];

export const mayConfirm = (permissions: Permissions): boolean =>
  MAY_CONFIRM.some((needed) => allows(permissions, needed));

/** Who sees proposals: administration, those who see reviews, and whoever may decide. */
export const maySeeProposals = (permissions: Permissions): boolean =>
  mayConfirm(permissions) ||
  allows(permissions, { scope: 'admin', action: 'view' }) ||
  allows(permissions, { scope: 'review', action: 'view' });
