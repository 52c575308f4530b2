import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import {
  NO_PERMISSIONS,
  parsePermissions,
  type Permissions,
  printPermissions,
  type Requirement,
} from '#domain/user/permission.ts';
import { findUngrantable, refusePersonChange } from '#domain/user/person-change.ts';
import { permissionsOf, type Role } from '#domain/user/role.ts';
import { describeError } from '#web/base/api/describeError.ts';
import { useApi } from '#web/base/api/client.tsx';
import { apiKey } from '#web/base/api/nouns.ts';
import { useSession } from '#web/base/session/session.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { applyUser, type PersonRead } from '#web/user/query.ts';
import { changesOf, NO_BOX_CHOICES, setAll, setBox, applyChoices } from './permissionChange.ts';

/** Only the server knows how many others may manage people: the client assumes someone else can. */
const SOMEONE = 1;

/** Editing one person's permissions: the boxes, their changes, and saving. */
export function usePermissionEdit(user: PersonRead, editable: boolean, initial: Role | undefined) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person, permissions: grantable = NO_PERMISSIONS } = useSession();
  const [set, setWanted] = useState(() => initialChoices(user, grantable, initial));
  // Someone deactivated meanwhile keeps their permissions; after reactivation the boxes are as set before.
  const choices = editable ? set : NO_BOX_CHOICES;
  const current = useMemo(() => parsePermissions(user.permissions), [user.permissions]);
  const becomes = useMemo(() => applyChoices(current, choices), [current, choices]);
  const count = changesOf(current, becomes).size;
  const refusal =
    count === 0
      ? undefined
      : refusePersonChange({
          actorId: person.id,
          personId: user.id,
          was: current,
          becomes,
          remainingManagers: SOMEONE,
        });

  const saving = useChange({
    send: () =>
      api.setUserPermissions(
        { params: { userId: user.id }, body: { permissions: printPermissions(becomes) } },
        { ifMatch: user.revision },
      ),
    done: 'Permissions successfully updated',
    failed: 'Failed to update permissions',
    apply: (queries, saved) => applyUser(queries, saved, person.id),
    onDone: () => setWanted(NO_BOX_CHOICES),
  });
  // Read when the person leaves, which may be before the next render.
  const unsaved = useLatest(count);
  const isDirty = useCallback(() => unsaved.current > 0, [unsaved]);

  const { failure, forget } = saving;
  const edit = (next: typeof choices) => {
    setWanted(next);
    if (!failure?.stale) forget();
  };
  return {
    current,
    /** The permissions the viewer may grant. */
    grantable,
    becomes,
    choices,
    count,
    /** On one's own page: permissions can be given up, but not granted. */
    isOwn: person.id === user.id,
    refusal,
    isDirty,
    saving: saving.busy,
    failure,
    set: (pair: Requirement, on: boolean) => edit(setBox(current, choices, pair, on)),
    fill: (to: Permissions) => edit(setAll(current, to)),
    discard: () => {
      setWanted(NO_BOX_CHOICES);
      forget();
    },
    save: () => void saving.run(),
    /** Refetches the server's state under the boxes as set. Returns the error message if that fails. */
    readAgain: async (): Promise<string | undefined> => {
      try {
        await queryClient.refetchQueries(
          { queryKey: apiKey('getUser', { params: { userId: user.id } }) },
          { throwOnError: true },
        );
        forget();
        return undefined;
      } catch (error) {
        return describeError(error);
      }
    },
  };
}

/** A request is filled in, as far as the reader may grant it. */
function initialChoices({ permissions }: PersonRead, grantable: Permissions, role: Role | undefined) {
  const current = parsePermissions(permissions);
  const isGrantable = role !== undefined && findUngrantable(grantable, current, permissionsOf(role)).length === 0;
  return isGrantable ? setAll(current, permissionsOf(role)) : NO_BOX_CHOICES;
}

export type PermissionEdit = ReturnType<typeof usePermissionEdit>;
