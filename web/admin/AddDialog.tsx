import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFocusBack } from '#web/kit/focus.ts';
import { FailureNote } from '#web/frame/FetchError.tsx';
import type { Failure } from '#web/frame/useChange.ts';

export type AddField = Readonly<{
  /** Its key in the request, by which the server names it in errors. */
  path: string;
  label: string;
  description?: string;
  required?: boolean;
}>;

type AddDialogProps = Readonly<{
  title: string;
  fields: readonly AddField[];
  confirmLabel: string;
  /** Validates a text before it is sent. */
  check?: (path: string, text: string) => string | undefined;
  failure: Failure | undefined;
  busy: boolean;
  onAdd: (texts: Readonly<Record<string, string>>) => void;
  onClose: () => void;
  /** A field that is not a text, below the others. */
  children?: ReactNode;
}>;

/** A few fields and a button. Errors stand at the fields; the input stays after a refusal. */
export function AddDialog(props: AddDialogProps) {
  const { title, fields, confirmLabel, check, failure, busy, onAdd, onClose, children } = props;
  useFocusBack(true);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const wrong = ({ path, required = false }: AddField): string | undefined => {
    const text = texts[path]?.trim() ?? '';
    return text === '' ? (required ? 'Required' : undefined) : check?.(path, text);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const first = fields.findIndex((field) => wrong(field) !== undefined);
    if (first < 0) return onAdd(texts);
    event.currentTarget.querySelectorAll('input')[first]?.focus();
  };
  const onFields = failure !== undefined && fields.some(({ path }) => failure.field(path) !== undefined);
  return (
    <Modal opened onClose={onClose} title={title} size={440} withCloseButton={false} closeOnClickOutside={false}>
      <form className="ls-stack ls-gap-14" onSubmit={submit} noValidate>
        {fields.map((field, index) => (
          <TextInput
            key={field.path}
            label={field.label}
            description={field.description}
            required={field.required ?? false}
            value={texts[field.path] ?? ''}
            onChange={(event) => setTexts({ ...texts, [field.path]: event.currentTarget.value })}
            error={(tried ? wrong(field) : undefined) ?? failure?.field(field.path)}
            autoComplete="off"
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
        {children}
        {!onFields && <FailureNote failure={failure} />}
        <div className="ls-row ls-end ls-above-4">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
