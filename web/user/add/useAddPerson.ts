import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import { warnOfMailbox } from '#domain/user/mailbox.ts';
import { NO_PERMISSIONS, type Permissions, printPermissions, type Requirement } from '#domain/user/permission.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { Api } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { useSession } from '#web/base/session/session.tsx';
import { NO_BOX_CHOICES, setAll, setBox, applyChoices } from '#web/user/permissions/permissionChange.ts';
import { applyUser } from '#web/user/query.ts';

export const FIELDS = ['given_name', 'family_name', 'email'] as const;
type Field = (typeof FIELDS)[number];
type PersonForm = Readonly<Record<Field, string>>;

export const LABELS: PersonForm = { given_name: 'Given name', family_name: 'Family name', email: 'E-mail' };

export type AddPersonResult = Awaited<ReturnType<Api['addUser']>>;

/** The form of a new person: its fields, errors and submission. */
export function useAddPerson(onAdded: (added: AddPersonResult) => void) {
  const api = useApi();
  const { person: me, permissions: grantable = NO_PERMISSIONS } = useSession();
  const [choices, setChoices] = useState(NO_BOX_CHOICES);
  const becomes = applyChoices(NO_PERMISSIONS, choices);
  const [address, setAddress] = useState('');
  const query = { mailbox: address, limit: 5 };
  const sharing = useApiQuery('listUsers', address.includes('@') ? { query } : skipToken).data?.items ?? [];
  const change = useChange({
    send: ({ given_name, family_name, email }: PersonForm) =>
      api.addUser({
        body: {
          given_name: given_name.trim(),
          family_name: family_name.trim(),
          email: email.trim(),
          permissions: printPermissions(becomes),
        },
      }),
    done: 'Person successfully added',
    failed: 'Failed to add person',
    // Refetch the list, and seed the cache so that the new person's page opens at once.
    apply: (queries, { user }) => applyUser(queries, user, me.id),
    onDone: onAdded,
  });
  const form = useForm<PersonForm>({
    initial: { given_name: '', family_name: '', email: '' },
    check: (values) => requireFields(values, ...FIELDS),
    change,
    send: change.run,
  });
  const typed = form.values.email.trim();

  return {
    form,
    choices,
    becomes,
    /** The permissions the signed-in person may grant. */
    grantable,
    change,
    adding: change.busy,
    /** Whose mailbox the address reaches, too; it can be added all the same. */
    warning: address === typed ? warnOfMailbox(sharing.map(({ name }) => name)) : undefined,
    /** The address is complete: look whose mailbox it reaches. */
    checkAddress: () => setAddress(typed),
    set: (pair: Requirement, on: boolean) => setChoices((before) => setBox(NO_PERMISSIONS, before, pair, on)),
    fill: (to: Permissions) => setChoices(setAll(NO_PERMISSIONS, to)),
  };
}
