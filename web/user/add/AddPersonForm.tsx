import { Button, TextInput } from '@mantine/core';
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { PeopleDirectory } from '#contract/user.ts';
import { allows, hasNoPermissions, NO_PERMISSIONS, type Permissions } from '#domain/user/permission.ts';
import { PLAIN_WORDS } from '#domain/user/permission-words.ts';
import { PermissionMatrix } from '#web/user/permissions/PermissionMatrix.tsx';
import { RoleShortcuts } from '#web/user/permissions/RoleShortcuts.tsx';
import { FIELDS, LABELS, type useAddPerson } from './useAddPerson.ts';
import classes from './AddPerson.module.css';

type AddPersonFormProps = Readonly<{
  person: ReturnType<typeof useAddPerson>;
  directory: PeopleDirectory;
  onClose: () => void;
}>;

export function AddPersonForm({ person, directory, onClose }: AddPersonFormProps) {
  const { form, errors, wanted, becomes } = person;
  const element = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState(false);
  const matrixId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void person.submit((field) => {
      const input = element.current?.elements.namedItem(field);
      if (input instanceof HTMLElement) input.focus();
    });
  };
  return (
    <form ref={element} onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.scroll}>
        <div className={classes.fields}>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              name={field}
              label={LABELS[field]}
              required
              {...(field === 'email' && { type: 'email', className: `${classes.wide}` })}
              autoComplete="off"
              value={form[field]}
              error={errors[field]}
              onChange={(event) => person.write(field, event.currentTarget.value)}
              {...(field === FIELDS[0] && { 'data-autofocus': true })}
            />
          ))}
        </div>
        <div className={`ls-rule ${classes.permissions}`}>
          <RoleShortcuts becomes={becomes} onFill={person.fill} />
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
            <PermissionMatrix held={NO_PERMISSIONS} wanted={wanted} onSet={person.set} plain />
          </div>
        </div>
        {person.refusal !== undefined && (
          <p role="alert" className="ls-notice ls-above-14" data-tone="red">
            {person.refusal}
          </p>
        )}
      </div>
      <div className="ls-dialog-bar">
        <span className="ls-grow ls-ink-2">
          {directory.sign_in === 'password' &&
            (directory.mails_links
              ? 'They are sent a one-time link to set a password.'
              : 'You get a one-time link for them to set a password.')}
        </span>
        <Button variant="default" onClick={onClose} disabled={person.adding}>
          Cancel
        </Button>
        <Button type="submit" loading={person.adding}>
          Add person
        </Button>
      </div>
    </form>
  );
}

/** "Reads dials and buckets. Edits buckets and submits them." */
function plainText(permissions: Permissions): string {
  if (hasNoPermissions(permissions)) return 'No permissions yet: they would see nothing until they are given some.';
  const words = PLAIN_WORDS.filter(({ needs }) => needs.every((need) => allows(permissions, need)));
  return words.length === 0 ? 'Only what is ticked below.' : words.map(({ text }) => `${text}.`).join(' ');
}
