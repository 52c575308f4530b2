import { useState } from 'react';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { NO_PERMISSIONS, type Permissions, printPermissions, type Requirement } from '#domain/user/permission.ts';
import { useApi } from '#web/api/client.tsx';
import { type Failure, useChange } from '#web/frame/useChange.ts';
import { useSession } from '#web/session/session.tsx';
import { NOTHING_WANTED, setAll, setBox, withWanted } from '#web/user/permissions/permissionChange.ts';
import { applyUser } from '#web/user/query.ts';

export const FIELDS = ['given_name', 'family_name', 'email'] as const;
type Field = (typeof FIELDS)[number];
type PersonForm = Readonly<Record<Field, string>>;
type OnRefused = (field: Field) => void;
type FormErrors = Readonly<Partial<Record<Field, string | undefined>>>;

export const LABELS: PersonForm = { given_name: 'Given name', family_name: 'Family name', email: 'E-mail' };

export type Added = Awaited<ReturnType<Client<ApiContract>['addUser']>>;

/** The form of a new person: what is written, what is wrong with it, and adding them. */
export function useAddPerson(onAdded: (added: Added) => void, onBusy: (busy: boolean) => void) {
  const api = useApi();
  const { person: me, permissions: grantable = NO_PERMISSIONS } = useSession();
  const [form, setForm] = useState<PersonForm>({ given_name: '', family_name: '', email: '' });
  const [wanted, setWanted] = useState(NOTHING_WANTED);
  const [errors, setErrors] = useState<FormErrors>({});
  const becomes = withWanted(NO_PERMISSIONS, wanted);
  const { run, busy, failure } = useChange({
    send: (_onRefused: OnRefused) =>
      api.addUser({ body: { ...mapFields((field) => form[field].trim()), permissions: printPermissions(becomes) } }),
    done: 'Person successfully added',
    failed: 'Failed to add person',
    // The list is read again, and the new person's page opens without a wait.
    apply: (queries, { user }) => applyUser(queries, user, me.id),
    onDone: onAdded,
    onFailed: (_queries, refused, onRefused) => {
      const fields = refusedIn(refused);
      const first = firstOf(fields);
      setErrors(fields);
      if (first !== undefined) onRefused(first);
    },
  });

  return {
    form,
    errors,
    wanted,
    becomes,
    /** What whoever adds them may grant. */
    grantable,
    adding: busy,
    /** What belongs to no field. */
    refusal: failure && firstOf(refusedIn(failure)) === undefined ? failure.detail : undefined,
    write: (field: Field, text: string) => {
      setForm((before) => ({ ...before, [field]: text }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
    set: (pair: Requirement, on: boolean) => setWanted((before) => setBox(NO_PERMISSIONS, before, pair, on)),
    fill: (to: Permissions) => setWanted(setAll(NO_PERMISSIONS, to)),
    /** `onRefused` is told the first field that cannot be taken, by us or by the server. */
    submit: async (onRefused: OnRefused) => {
      const missing = mapFields((field) => (form[field].trim() === '' ? 'Required' : undefined));
      const first = firstOf(missing);
      setErrors(missing);
      if (first !== undefined) return onRefused(first);
      onBusy(true);
      await run(onRefused);
      onBusy(false);
    },
  };
}

const mapFields = <T>(map: (field: Field) => T) =>
  Object.fromEntries(FIELDS.map((field) => [field, map(field)])) as Readonly<Record<Field, T>>;
const refusedIn = (failure: Failure): FormErrors => mapFields(failure.field);
const firstOf = (errors: FormErrors): Field | undefined => FIELDS.find((field) => errors[field] !== undefined);
