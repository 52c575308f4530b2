import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import { warnOfMailbox } from '#domain/user/mailbox.ts';
import { NO_PERMISSIONS, type Permissions, printPermissions, type Requirement } from '#domain/user/permission.ts';
import { useApi } from '#web/api/client.tsx';
import type { Api } from '#web/api/nouns.ts';
import { useApiQuery } from '#web/api/query.ts';
import { type Failure, useChange } from '#web/frame/useChange.ts';
import { useSession } from '#web/session/session.tsx';
import { NO_BOX_CHOICES, setAll, setBox, applyChoices } from '#web/user/permissions/permissionChange.ts';
import { applyUser } from '#web/user/query.ts';

export const FIELDS = ['given_name', 'family_name', 'email'] as const;
type Field = (typeof FIELDS)[number];
type PersonForm = Readonly<Record<Field, string>>;
type FormErrors = Readonly<Partial<Record<Field, string | undefined>>>;

export const LABELS: PersonForm = { given_name: 'Given name', family_name: 'Family name', email: 'E-mail' };

export type AddPersonResult = Awaited<ReturnType<Api['addUser']>>;

/** The form of a new person: its fields, errors and submission. */
export function useAddPerson(onAdded: (added: AddPersonResult) => void) {
  const api = useApi();
  const { person: me, permissions: grantable = NO_PERMISSIONS } = useSession();
  const [form, setForm] = useState<PersonForm>({ given_name: '', family_name: '', email: '' });
  const [choices, setChoices] = useState(NO_BOX_CHOICES);
  const [errors, setErrors] = useState<FormErrors>({});
  const becomes = applyChoices(NO_PERMISSIONS, choices);
  const [address, setAddress] = useState('');
  const query = { mailbox: address, limit: 5 };
  const sharing = useApiQuery('listUsers', address.includes('@') ? { query } : skipToken).data?.items ?? [];
  const change = useChange({
    send: () =>
      api.addUser({ body: { ...mapFields((field) => form[field].trim()), permissions: printPermissions(becomes) } }),
    done: 'Person successfully added',
    failed: 'Failed to add person',
    // Refetch the list, and seed the cache so that the new person's page opens at once.
    apply: (queries, { user }) => applyUser(queries, user, me.id),
    onDone: onAdded,
    onFailed: (_queries, refused) => setErrors(refusedIn(refused)),
  });

  return {
    form,
    errors,
    choices,
    becomes,
    /** The permissions the signed-in person may grant. */
    grantable,
    change,
    adding: change.busy,
    /** Whose mailbox the address reaches, too; it can be added all the same. */
    warning: address === form.email.trim() ? warnOfMailbox(sharing.map(({ name }) => name)) : undefined,
    /** The address is complete: look whose mailbox it reaches. */
    checkAddress: () => setAddress(form.email.trim()),
    write: (field: Field, text: string) => {
      setForm((before) => ({ ...before, [field]: text }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
    set: (pair: Requirement, on: boolean) => setChoices((before) => setBox(NO_PERMISSIONS, before, pair, on)),
    fill: (to: Permissions) => setChoices(setAll(NO_PERMISSIONS, to)),
    submit: () => {
      const missing = mapFields((field) => (form[field].trim() === '' ? 'Required' : undefined));
      setErrors(missing);
      if (FIELDS.every((field) => missing[field] === undefined)) void change.run();
    },
  };
}

const mapFields = <T>(map: (field: Field) => T) =>
  Object.fromEntries(FIELDS.map((field) => [field, map(field)])) as Readonly<Record<Field, T>>;
const refusedIn = (failure: Failure): FormErrors => mapFields(failure.field);
