import { Button, TextInput } from '@mantine/core';
import { type Change, useChange } from '#web/base/page/useChange.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';

type RenameFormProps<Result> = Readonly<{
  /** The object's name, for screen readers. */
  label: string;
  name: string;
  change: Omit<Change<string, Result>, 'onDone'>;
  onEnd: () => void;
}>;

/** Renames an object in place. Ends when saved, cancelled, or unchanged. */
export function RenameForm<Result>({ label, name, change, onEnd }: RenameFormProps<Result>) {
  const saving = useChange({ ...change, onDone: onEnd });
  const form = useForm({
    initial: { name },
    check: (values) => requireFields(values, 'name'),
    change: saving,
    send: (values) => (values.name.trim() === name ? onEnd() : saving.run(values.name.trim())),
  });
  const field = useFocusAtFirst<HTMLInputElement>();
  const text = form.text('name');
  return (
    <form
      className="ls-row ls-top ls-wrap ls-grow"
      onSubmit={form.submit}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
    >
      <TextInput
        ref={field}
        aria-label={label}
        {...text}
        error={text.error ?? form.refusal?.detail}
        className="ls-grow"
        maw={300}
      />
      <Button type="submit" variant="default" loading={saving.busy}>
        Save
      </Button>
      <Button variant="subtle" color="slate" onClick={onEnd}>
        Cancel
      </Button>
    </form>
  );
}
