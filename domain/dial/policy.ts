import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';

export type DialState = Readonly<{
  /** The open draft, and who started it. */
  draft: Readonly<{ createdBy: string }> | null;
  /** Whether a published version exists. */
  isPublished: boolean;
  /** Whether a live bucket or a draft contains it. */
  inUse: boolean;
}>;

export type DialAbilities = Readonly<{
  edit: boolean;
  publish: boolean;
  discard: boolean;
  duplicate: boolean;
  delete: boolean;
}>;

/** Editors may change any draft, creators the drafts they started. */
export function mayChangeDraft({ id, permissions }: Actor, draft: Readonly<{ createdBy: string }>): boolean {
  return holds(permissions.dials, 'edit') || (holds(permissions.dials, 'create') && draft.createdBy === id);
}

export const mayStartVersion = ({ permissions }: Actor): boolean => holds(permissions.dials, 'edit');

/** Editing changes the open draft, or starts one. */
export const mayEditDial = (actor: Actor, draft: DialState['draft']): boolean =>
  draft === null ? mayStartVersion(actor) : mayChangeDraft(actor, draft);

export function dialAbilities(actor: Actor, { draft, isPublished, inUse }: DialState): DialAbilities {
  const { dials } = actor.permissions;
  const mayChange = draft !== null && mayChangeDraft(actor, draft);
  return {
    edit: mayEditDial(actor, draft),
    publish: mayChange,
    discard: mayChange && isPublished,
    duplicate: holds(dials, 'create'),
    delete: holds(dials, 'delete') && !inUse,
  };
}

/** Why a draft cannot be discarded; undefined if a published version remains. */
export function refuseDiscard(isPublished: boolean): string | undefined {
  if (isPublished) return undefined;
  return 'This dial was never published, so nothing would be left of it. To remove it, please use Delete Dial.';
}

const MAX_NAMED = 5;

/** Why a dial used by these buckets cannot be deleted; undefined if none uses it. */
export function refuseDelete(buckets: readonly string[]): string | undefined {
  if (buckets.length === 0) return undefined;
  const named = buckets.slice(0, MAX_NAMED).join('; ');
  const more = buckets.length > MAX_NAMED ? `; and ${buckets.length - MAX_NAMED} more` : '';
  const what = buckets.length === 1 ? 'A bucket holds' : 'Buckets hold';
  return `${what} this dial: ${named}${more}. Please remove it there first.`;
}
