import type { Action, Requirement, Scope } from './permission.ts';

/** What people call a scope. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  admin: 'Admin',
  bucket: 'Buckets',
  dials: 'Dials',
  review: 'Reviews',
  user: 'Users',
};

/** The order in which a person's permissions are read: the work first, then who runs the place. */
export const SCOPES_TO_READ: readonly Scope[] = ['dials', 'bucket', 'review', 'user', 'admin'];

export const ACTION_LABELS: Readonly<Record<Action, string>> = {
  view: 'View',
  edit: 'Edit',
  create: 'Create',
  delete: 'Delete',
};

/** What each pair allows. A pair that is missing is read by nothing. */
const ALLOWS: Readonly<Record<Scope, Readonly<Partial<Record<Action, string>>>>> = {
  dials: {
    view: 'Read dials',
    edit: 'Change any draft, new versions',
    create: 'Create, duplicate, publish own',
    delete: 'Delete unused dials',
  },
  bucket: { view: 'Read buckets', edit: 'Save, submit, cancel, reset; examples' },
  review: { view: 'See queue and comments', create: 'Approve or reject' },
  user: { view: 'See people', edit: 'Change people and permissions' },
  admin: {
    view: 'See appetites, lists and audit',
    edit: 'Change appetites, lists and flags',
    create: 'Add classes, partners and options',
  },
};

/** What a permission lets a person do, in a few words; nothing where no part of the product asks for it. */
export const allowsWhat = ({ scope, action }: Requirement): string | undefined => ALLOWS[scope][action];

export type PlainWord = Readonly<{ text: string; needs: readonly Requirement[] }>;

/** What a person can do, as one would say it: each takes all it needs. */
export const PLAIN_WORDS: readonly PlainWord[] = [
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
