import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import type { PersonRead } from '#web/user/person.ts';
import { parsePermissions, type Permissions, printPermissions } from '#domain/user/permission.ts';
import { refusePersonChange } from '#domain/user/person-change.ts';
import { useApi } from '#web/api/client.tsx';
import { useSession } from '#web/session/session.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { useKeepPerson } from '#web/user/useKeepPerson.ts';
import { userQuery } from '#web/user/query.ts';
import { changesOf, NOTHING_WANTED, setAll, setBox, withWanted } from './permissionChange.ts';

/** How many others may change people is the server's knowledge: here someone else always may. */
const SOMEONE = 1;

/** The boxes of one person under someone's hands: what is set, what that changes, and saving it. */
export function usePermissionEdit(user: PersonRead, editable: boolean) {
  const api = useApi();
  const queryClient = useQueryClient();
  const keep = useKeepPerson();
  const { person } = useSession();
  const [set, setWanted] = useState(NOTHING_WANTED);
  // Someone deactivated meanwhile holds what they hold; let in again, the boxes are as they were set.
  const wanted = editable ? set : NOTHING_WANTED;
  const held = useMemo(() => parsePermissions(user.permissions), [user.permissions]);
  const becomes = useMemo(() => withWanted(held, wanted), [held, wanted]);
  const count = changesOf(held, becomes).size;
  const refusal =
    count === 0
      ? undefined
      : refusePersonChange({ actorId: person.id, personId: user.id, was: held, becomes, otherKeepers: SOMEONE });

  const saving = useMutation({
    mutationFn: () =>
      api.setUserPermissions(
        { params: { userId: user.id }, body: { permissions: printPermissions(becomes) } },
        { ifMatch: user.revision },
      ),
    onSuccess: (saved) => {
      setWanted(NOTHING_WANTED);
      keep(saved);
      notifySuccess('Permissions successfully updated');
    },
    onError: () => notifyError('Failed to update permissions'),
  });

  // Asked at the moment of leaving, which may be before the next drawing.
  const unsaved = useRef(count);
  useEffect(() => {
    unsaved.current = count;
  }, [count]);
  const isDirty = useCallback(() => unsaved.current > 0, []);

  const { reset } = saving;
  const edit = (next: typeof wanted) => {
    setWanted(next);
    if (!isStale(saving.error)) reset();
  };
  return {
    held,
    becomes,
    wanted,
    count,
    /** Of whoever is looking: they can give up permissions, and not grant themselves any. */
    isOwn: person.id === user.id,
    refusal,
    isDirty,
    saving: saving.isPending,
    failure: saving.error,
    set: (entry: string, on: boolean) => edit(setBox(wanted, entry, on)),
    fill: (to: Permissions) => edit(setAll(held, to)),
    discard: () => {
      setWanted(NOTHING_WANTED);
      reset();
    },
    save: () => saving.mutate(),
    /** What the server has now comes under the boxes as they are set. */
    readAgain: async () => {
      await queryClient.refetchQueries({ queryKey: userQuery(api, user.id).queryKey }, { throwOnError: true });
      reset();
    },
  };
}

export type PermissionEdit = ReturnType<typeof usePermissionEdit>;

export const isStale = (error: Error | null): boolean => error instanceof Problem && error.kind === 'stale';
