import { useController } from 'react-hook-form';
import type { DialPath } from '#domain/dial/merge.ts';
import type { AmountKey, DialForm } from './dialForm.ts';
import { fieldId, useEditor } from './editor.ts';

type PlainPath = 'name' | 'description' | 'reason' | 'tags' | 'authors' | 'journeys' | 'active_from' | 'active_until';
export type FieldPath =
  | PlainPath
  | `dimensions.${keyof DialForm['dimensions']}`
  | `values.${AmountKey}`
  | 'values.ignore_expiring_line';

/** One field of the form, and nothing of the others: it is drawn again only for its own changes. */
export function useField<P extends FieldPath & DialPath>(path: P) {
  const { form } = useEditor();
  const { field, fieldState } = useController({ control: form.control, name: path });
  return { ...field, id: fieldId(path), error: fieldState.error?.message };
}
