import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { NO_PERMISSIONS, type Permissions, printPermissions } from '#domain/user/permission.ts';
import { useApi } from '#web/api/client.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { userKeys, userQuery } from '#web/user/query.ts';
import { NOTHING_WANTED, setAll, setBox, withWanted } from '#web/user/permissions/permissionChange.ts';
import {
  EMPTY_FORM,
  type Field,
  FIELDS,
  type FormErrors,
  missingIn,
  type PersonForm,
  readRefusal,
} from './personForm.ts';

export type Added = Awaited<ReturnType<Client<ApiContract>['addUser']>>;

/** The form of a new person: what is written, what is wrong with it, and adding them. */
export function useAddPerson(onAdded: (added: Added) => void, onBusy: (busy: boolean) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [form, setForm] = useState<PersonForm>(EMPTY_FORM);
  const [wanted, setWanted] = useState(NOTHING_WANTED);
  const [errors, setErrors] = useState<FormErrors>({});
  const becomes = withWanted(NO_PERMISSIONS, wanted);

  const adding = useMutation({
    mutationFn: () => api.addUser({ body: { ...trimmed(form), permissions: printPermissions(becomes) } }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (added) => {
      queryClient.setQueryData(userQuery(api, added.user.id).queryKey, added.user);
      void queryClient.invalidateQueries({ queryKey: userKeys.lists() });
      notifySuccess('Person successfully added');
      onAdded(added);
    },
    onError: (error) => {
      setErrors(readRefusal(error).fields);
      notifyError('Failed to add person');
    },
  });

  return {
    form,
    errors,
    wanted,
    becomes,
    adding: adding.isPending,
    refusal: adding.error === null ? undefined : readRefusal(adding.error).rest,
    write: (field: Field, text: string) => {
      setForm((before) => ({ ...before, [field]: text }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
    set: (entry: string, on: boolean) => setWanted((before) => setBox(before, entry, on)),
    fill: (to: Permissions) => setWanted(setAll(NO_PERMISSIONS, to)),
    /** `onRefused` is told the first field that cannot be taken, by us or by the server. */
    submit: (onRefused: (field: Field) => void) => {
      const missing = missingIn(form);
      const first = firstOf(missing);
      setErrors(missing);
      if (first !== undefined) return onRefused(first);
      const onError = (error: Error) => {
        const refused = firstOf(readRefusal(error).fields);
        if (refused !== undefined) onRefused(refused);
      };
      adding.mutate(undefined, { onError });
    },
  };
}

const firstOf = (errors: FormErrors): Field | undefined => FIELDS.find((field) => errors[field] !== undefined);

const trimmed = ({ given_name, family_name, email }: PersonForm): PersonForm => ({
  given_name: given_name.trim(),
  family_name: family_name.trim(),
  email: email.trim(),
});
