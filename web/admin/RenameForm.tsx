import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Change, useChange } from '#web/frame/useChange.ts';
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
  const [text, setText] = useState(name);
  const [tried, setTried] = useState(false);
  const { run, busy, failure } = useChange({ ...change, onDone: onEnd });
  const field = useFocusAtFirst<HTMLInputElement>();
  const newName = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (newName === '') return;
    if (newName === name) return onEnd();
    void run(newName);
  };
  const refused = failure && (failure.field('name') ?? failure.detail);
  return (
    <form
      className="ls-row ls-top ls-wrap ls-grow"
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
    >
      <TextInput
        ref={field}
        aria-label={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={tried && newName === '' ? 'Required' : refused}
        className="ls-grow"
        maw={300}
      />
      <Button type="submit" variant="default" loading={busy}>
        Save
      </Button>
      <Button variant="subtle" color="slate" onClick={onEnd}>
        Cancel
      </Button>
    </form>
  );
}
