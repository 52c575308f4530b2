import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Failure } from '#web/frame/useChange.ts';
import { Dialog } from '#web/kit/Dialog.tsx';

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
  change: Readonly<{ busy: boolean; failure: Failure | undefined }>;
  onAdd: (texts: Readonly<Record<string, string>>) => void;
  onClose: () => void;
  /** A field that is not a text, below the others. */
  children?: ReactNode;
}>;

/** A few fields and a button. Errors stand at the fields; the input stays after a refusal. */
export function AddDialog(props: AddDialogProps) {
  const { title, fields, confirmLabel, check, change, onAdd, onClose, children } = props;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const wrong = ({ path, required = false }: AddField): string | undefined => {
    const text = texts[path]?.trim() ?? '';
    return text === '' ? (required ? 'Required' : undefined) : check?.(path, text);
  };
  const submit = () => {
    setTried(true);
    if (fields.every((field) => wrong(field) === undefined)) onAdd(texts);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      submit={confirmLabel}
      change={change}
      fields={fields.map(({ path }) => path)}
      onSubmit={submit}
    >
      {fields.map((field, index) => (
        <TextInput
          key={field.path}
          label={field.label}
          description={field.description}
          required={field.required ?? false}
          value={texts[field.path] ?? ''}
          onChange={(event) => setTexts({ ...texts, [field.path]: event.currentTarget.value })}
          error={(tried ? wrong(field) : undefined) ?? change.failure?.field(field.path)}
          autoComplete="off"
          {...(index === 0 && { 'data-autofocus': true })}
        />
      ))}
      {children}
    </Dialog>
  );
}
