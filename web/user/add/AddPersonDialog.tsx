import { Button, TextInput } from '@mantine/core';
import { useState, useId } from 'react';
import type { PeopleDirectory } from '#contract/user.ts';
import { type AddPersonResult, useAddPerson, FIELDS, LABELS } from './useAddPerson.ts';
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import {
  allows,
  EVERY_PERMISSION,
  hasNoPermissions,
  NO_PERMISSIONS,
  type Permissions,
} from '#domain/user/permission.ts';
import { CANNOT_GRANT_MISSING, findUngrantable } from '#domain/user/person-change.ts';
import { permissionsOf, roleOf } from '#domain/user/role.ts';
import { ABILITY_TEXTS } from '#domain/user/permission-words.ts';
import { PermissionMatrix } from '#web/user/permissions/PermissionMatrix.tsx';
import { RoleChoice } from '#web/user/RoleChoice.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Dialog, DialogFrame } from '#web/kit/Dialog.tsx';
import { userAddress } from '#web/user/query.ts';
import { MailboxNote } from '#web/user/StateChip.tsx';
import { InvitationLink } from './InvitationLink.tsx';
import classes from './AddPerson.module.css';

type AddPersonDialogProps = Readonly<{ directory: PeopleDirectory; onClose: () => void }>;

/** Adds a person; then, if needed, shows the one link to set their password. */
export function AddPersonDialog({ directory, onClose }: AddPersonDialogProps) {
  const [added, setAdded] = useState<AddPersonResult>();
  const person = useAddPerson(setAdded);
  if (added === undefined) return <AddPersonForm person={person} directory={directory} onClose={onClose} />;
  return (
    <DialogFrame title={`${added.user.name} is added`} size={540} onClose={onClose} hasButtons closesOutside={false}>
      <AddedPerson added={added} onDone={onClose} />
    </DialogFrame>
  );
}

type AddPersonFormProps = Readonly<{
  person: ReturnType<typeof useAddPerson>;
  directory: PeopleDirectory;
  onClose: () => void;
}>;

function AddPersonForm({ person, directory, onClose }: AddPersonFormProps) {
  const { form, choices, becomes, grantable } = person;
  const isLimited = findUngrantable(grantable, NO_PERMISSIONS, EVERY_PERMISSION).length > 0;
  const reasonId = useId();
  const [open, setOpen] = useState(false);
  const matrixId = useId();
  return (
    <Dialog
      title="Add person"
      size={720}
      onClose={person.adding ? () => undefined : onClose}
      submit="Add person"
      change={person.change}
      fields={FIELDS}
      note={
        directory.sign_in === 'password' &&
        (directory.mails_links
          ? 'They are sent a one-time link to set a password.'
          : 'You get a one-time link for them to set a password.')
      }
      onSubmit={form.submit}
    >
      <div className={classes.fields}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            name={field}
            label={LABELS[field]}
            required
            {...(field === 'email' && { type: 'email', className: `${classes.wide}` })}
            autoComplete="off"
            {...form.text(field)}
            {...(field === 'email' && { onBlur: person.checkAddress })}
            {...(field === FIELDS[0] && { 'data-autofocus': true })}
          />
        ))}
      </div>
      <p className="ls-small ls-amber ls-above-8" role="status">
        {person.warning}
      </p>
      <div className={`ls-rule ${classes.permissions}`}>
        <RoleChoice
          label="Access as"
          role={roleOf(becomes)}
          onChange={(role) => person.fill(permissionsOf(role))}
          isRefused={(role) => findUngrantable(grantable, NO_PERMISSIONS, permissionsOf(role)).length > 0}
        />
        {isLimited && (
          <p id={reasonId} className="ls-small ls-ink-3 ls-above-8">
            {CANNOT_GRANT_MISSING}
          </p>
        )}
        <p className="ls-ink-2 ls-above-8">{plainText(becomes)}</p>
        <button
          type="button"
          className={`ls-link ls-inline ls-bold ls-above-8 ${classes.toggle}`}
          aria-expanded={open}
          aria-controls={matrixId}
          onClick={() => setOpen(!open)}
        >
          <IconChevron size={14} stroke={2} aria-hidden />
          Choose one by one
        </button>
        <div id={matrixId} className={`ls-above-12 ${classes.matrix}`} hidden={!open}>
          <PermissionMatrix
            current={NO_PERMISSIONS}
            choices={choices}
            onSet={person.set}
            plain
            grantable={grantable}
            lockedBy={isLimited ? reasonId : undefined}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** "Reads dials and buckets. Edits buckets and submits them." */
function plainText(permissions: Permissions): string {
  if (hasNoPermissions(permissions)) return 'No permissions yet: they would see nothing until they are given some.';
  const words = ABILITY_TEXTS.filter(({ needs }) => needs.every((need) => allows(permissions, need)));
  return words.length === 0 ? 'Only what is ticked below.' : words.map(({ text }) => `${text}.`).join(' ');
}

type AddedPersonProps = Readonly<{ added: AddPersonResult; onDone: () => void }>;

/** How the new person signs in: by the link, or at once. */
function AddedPerson({ added: { user, invitation }, onDone }: AddedPersonProps) {
  const view = (
    <Button variant="default" component={PageLink} to={userAddress(user.id)}>
      View person
    </Button>
  );
  return (
    <>
      <MailboxNote people={user.same_mailbox} className="ls-below-14" />
      {invitation === null ? (
        <>
          <p className="ls-ink-2">
            {user.given_name} can sign in now: the name stands on the sign-in page of this directory.
          </p>
          <div className="ls-dialog-foot">
            {view}
            <Button onClick={onDone} data-autofocus>
              Done
            </Button>
          </div>
        </>
      ) : (
        <InvitationLink name={user.name} invitation={invitation} onDone={onDone} more={view} />
      )}
    </>
  );
}
