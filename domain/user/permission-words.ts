import type { Action, Requirement, Scope } from './permission.ts';

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  admin: 'Admin',
  bucket: 'Buckets',
  dials: 'Dials',
  review: 'Reviews',
  user: 'Users',
};

/** Display order: daily work first, then administration. */
export const SCOPES_TO_READ: readonly Scope[] = ['dials', 'bucket', 'review', 'user', 'admin'];

export const ACTION_LABELS: Readonly<Record<Action, string>> = {
  view: 'View',
  edit: 'Edit',
  create: 'Create',
  delete: 'Delete',
};

/** Missing pairs have no effect. */
const ALLOWS: Readonly<Record<Scope, Readonly<Partial<Record<Action, string>>>>> = {
  dials: {
    view: 'Read dials',
    edit: 'Change any draft, new versions',
    create: 'Create, duplicate, publish own',
    delete: 'Delete unused dials',
  },
  bucket: { view: 'Read buckets', edit: 'Save, submit, cancel, reset, stop; examples' },
  review: { view: 'See queue and comments', create: 'Approve or reject' },
  user: { view: 'See people', edit: 'Change people and permissions' },
  admin: {
    view: 'See appetites, lists and audit',
    edit: 'Change appetites, lists and flags; stop buckets',
    create: 'Add classes, partners and options',
  },
};

/** Undefined for permissions without an effect. */
export const describePermission = ({ scope, action }: Requirement): string | undefined => ALLOWS[scope][action];

export type AbilityText = Readonly<{ text: string; needs: readonly Requirement[] }>;

/** Abilities in plain words; each needs all its permissions. */
export const ABILITY_TEXTS: readonly AbilityText[] = [
  {
    text: 'Reads dials and buckets',
    needs: [
      { scope: 'dials', action: 'view' },
      { scope: 'bucket', action: 'view' },
    ],
  },
  { text: 'Writes and publishes dials', needs: [{ scope: 'dials', action: 'create' }] },
  { text: 'Edits buckets and submits them', needs: [{ scope: 'bucket', action: 'edit' }] },
  { text: 'Approves or rejects drafts of others', needs: [{ scope: 'review', action: 'create' }] },
  { text: 'Deletes unused dials', needs: [{ scope: 'dials', action: 'delete' }] },
  { text: 'Changes people and permissions', needs: [{ scope: 'user', action: 'edit' }] },
  { text: 'Changes classes and appetites', needs: [{ scope: 'admin', action: 'edit' }] },
];
