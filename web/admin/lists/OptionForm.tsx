import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { AdminOption } from '#contract/admin-lists.ts';
import type { Failure } from '#web/frame/useChange.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';

type OptionFormProps = Readonly<{
  option: AdminOption;
  busy: boolean;
  failure: Failure | undefined;
  onSave: (part: Pick<AdminOption, 'label' | 'group'>) => void;
  onCancel: () => void;
}>;

/** Label and group, in the row; the code stays. */
export function OptionForm({ option, busy, failure, onSave, onCancel }: OptionFormProps) {
  const [label, setLabel] = useState(option.label);
  const [group, setGroup] = useState(option.group ?? '');
  const [tried, setTried] = useState(false);
  const field = useFocusAtFirst<HTMLInputElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (label.trim() !== '') onSave({ label: label.trim(), group: group.trim() === '' ? null : group.trim() });
  };
  const onGroup = failure?.field('group');
  const refused = failure && (failure.field('label') ?? (onGroup === undefined ? failure.detail : undefined));
  return (
    <form
      className="ls-row ls-top ls-wrap"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <TextInput
        ref={field}
        aria-label={`Label of ${option.code}`}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={tried && label.trim() === '' ? 'Required' : refused}
        style={{ flex: '1 1 180px', maxWidth: 320 }}
      />
      <TextInput
        aria-label={`Group of ${option.code}`}
        placeholder="No group"
        value={group}
        onChange={(event) => setGroup(event.currentTarget.value)}
        error={onGroup}
        style={{ flex: '0 1 150px' }}
      />
      <Button type="submit" variant="default" loading={busy}>
        Save
      </Button>
      <Button variant="subtle" color="slate" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
