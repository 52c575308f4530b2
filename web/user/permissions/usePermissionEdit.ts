import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import {
  NO_PERMISSIONS,
  parsePermissions,
  type Permissions,
  printPermissions,
  type Requirement,
} from '#domain/user/permission.ts';
import { refusePersonChange } from '#domain/user/person-change.ts';
import { describeError } from '#web/api/describeError.ts';
import { useApi } from '#web/api/client.tsx';
import { useSession } from '#web/session/session.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { applyUser, type PersonRead, userKeys } from '#web/user/query.ts';
import { changesOf, NOTHING_WANTED, setAll, setBox, withWanted } from './permissionChange.ts';

/** How many others may change people is the server's knowledge: here someone else always may. */
const SOMEONE = 1;

/** The boxes of one person under someone's hands: what is set, what that changes, and saving it. */
export function usePermissionEdit(user: PersonRead, editable: boolean) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person, permissions: grantable = NO_PERMISSIONS } = useSession();
  const [set, setWanted] = useState(NOTHING_WANTED);
  // Someone deactivated meanwhile holds what they hold; let in again, the boxes are as they were set.
  const wanted = editable ? set : NOTHING_WANTED;
  const held = useMemo(() => parsePermissions(user.permissions), [user.permissions]);
  const becomes = useMemo(() => withWanted(held, wanted), [held, wanted]);
  const count = changesOf(held, becomes).size;
  const refusal =
    count === 0
      ? undefined
      : refusePersonChange({ actorId: person.id, personId: user.id, was: held, becomes, remainingManagers: SOMEONE });

  const saving = useChange({
    send: () =>
      api.setUserPermissions(
        { params: { userId: user.id }, body: { permissions: printPermissions(becomes) } },
        { ifMatch: user.revision },
      ),
    done: 'Permissions successfully updated',
    failed: 'Failed to update permissions',
    apply: (queries, saved) => applyUser(queries, saved, person.id),
    onDone: () => setWanted(NOTHING_WANTED),
  });
  // Asked at the moment of leaving, which may be before the next drawing.
  const unsaved = useLatest(count);
  const isDirty = useCallback(() => unsaved.current > 0, [unsaved]);

  const { failure, forget } = saving;
  const edit = (next: typeof wanted) => {
    setWanted(next);
    if (!failure?.stale) forget();
  };
  return {
    held,
    /** What whoever is looking may grant. */
    grantable,
    becomes,
    wanted,
    count,
    /** Of whoever is looking: they can give up permissions, and not grant themselves any. */
    isOwn: person.id === user.id,
    refusal,
    isDirty,
    saving: saving.busy,
    failure,
    set: (pair: Requirement, on: boolean) => edit(setBox(held, wanted, pair, on)),
    fill: (to: Permissions) => edit(setAll(held, to)),
    discard: () => {
      setWanted(NOTHING_WANTED);
      forget();
    },
    save: () => void saving.run(),
    /** What the server has now comes under the boxes as they are set. Gives why it could not be read. */
    readAgain: async (): Promise<string | undefined> => {
      try {
        await queryClient.refetchQueries({ queryKey: userKeys.one(user.id) }, { throwOnError: true });
        forget();
        return undefined;
      } catch (error) {
        return describeError(error);
      }
    },
  };
}

export type PermissionEdit = ReturnType<typeof usePermissionEdit>;
