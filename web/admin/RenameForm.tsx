import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Change, useChange } from '#web/frame/useChange.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';

type RenameFormProps<Result> = Readonly<{
  /** What it is the name of, for people who do not see the row. */
  label: string;
  name: string;
  change: Omit<Change<string, Result>, 'onDone'>;
  onEnd: () => void;
}>;

/** Another name for a thing, asked for where its name stood. Ends when it is saved, called off, or the same as before. */
export function RenameForm<Result>({ label, name, change, onEnd }: RenameFormProps<Result>) {
  const [text, setText] = useState(name);
  const [tried, setTried] = useState(false);
  const { run, busy, failure } = useChange({ ...change, onDone: onEnd });
  const field = useFocusAtFirst<HTMLInputElement>();
  const wanted = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wanted === '') return;
    if (wanted === name) return onEnd();
    void run(wanted);
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
        error={tried && wanted === '' ? 'Required' : refused}
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
