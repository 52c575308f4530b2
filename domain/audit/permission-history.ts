import { parsePermissions, printPermissions } from '#domain/user/permission.ts';

/** The access of a person in the embedded directory. Inactive people have none, whatever their permissions. */
export type PersonAccess = Readonly<{ id: string; name: string; permissions: readonly string[]; isActive: boolean }>;
type Access = Omit<PersonAccess, 'id' | 'name'>;
type PersonRecord = Readonly<{
  action: string;
  object_type: string;
  object_id: string;
  detail: Readonly<Record<string, unknown>>;
}>;

/** The effect of a record on a person's access. Other actions have none. */
const EFFECTS: Readonly<Record<string, (detail: PersonRecord['detail'], before: Access | undefined) => Access>> = {
  person_added: ({ became }) => ({ permissions: entriesOf(memberOf(became, 'permissions')), isActive: true }),
  person_permissions_changed: ({ became }, before) => ({
    permissions: entriesOf(became),
    isActive: before?.isActive ?? true,
  }),
  person_deactivated: ({ was }) => ({ permissions: entriesOf(was), isActive: false }),
  person_reactivated: ({ became }) => ({ permissions: entriesOf(became), isActive: true }),
};

const entriesOf = (value: unknown): readonly string[] => printPermissions(parsePermissions(value));
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Replays the access of everyone from the audit records, in order. */
export function permissionHistory() {
  const people = new Map<string, Access>();
  return {
    people: people as ReadonlyMap<string, Access>,
    visit: ({ action, object_type, object_id, detail }: PersonRecord): void => {
      const effect = object_type === 'person' && Object.hasOwn(EFFECTS, action) ? EFFECTS[action] : undefined;
      if (effect !== undefined) people.set(object_id, effect(detail, people.get(object_id)));
    },
  };
}

/** A sentence for each person whose directory entry differs from their records. */
export function comparePermissions(
  directory: readonly PersonAccess[],
  recorded: ReadonlyMap<string, Access>,
): string[] {
  const present = new Set(directory.map(({ id }) => id));
  const missing = [...recorded.keys()].filter((id) => !present.has(id));
  return [
    ...directory.flatMap((person) => describeDifference(person, recorded.get(person.id))),
    ...missing.map((id) => `The person ${id} was added, as the audit records say, and is missing.`),
  ];
}

function describeDifference({ id, name, permissions, isActive }: PersonAccess, recorded: Access | undefined): string[] {
  const who = `${name} (${id})`;
  if (recorded === undefined) return [`${who} is in the directory, and no audit record says that they were added.`];
  const current = entriesOf(permissions);
  const added = current.filter((entry) => !recorded.permissions.includes(entry));
  const removed = recorded.permissions.filter((entry) => !current.includes(entry));
  return [
    ...(added.length > 0 ? [`${who} holds ${added.join(', ')}, which no audit record grants.`] : []),
    ...(removed.length > 0 ? [`${who} lacks ${removed.join(', ')}, which the audit records grant.`] : []),
    ...(isActive === recorded.isActive
      ? []
      : [`${who} is ${nameState(isActive)}, and the audit records say ${nameState(recorded.isActive)}.`]),
  ];
}

const nameState = (isActive: boolean): string => (isActive ? 'active' : 'deactivated');
