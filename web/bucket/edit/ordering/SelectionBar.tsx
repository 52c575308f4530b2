import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEditor } from '#web/bucket/editor.ts';
import { UpdateAllDialog } from '#web/bucket/edit/update/UpdateDialog.tsx';
import { outdatedIn } from '#web/bucket/edit/update/outdated.ts';
import { plural } from '#web/kit/plural.ts';
import type { RowActions } from './useOrdering.ts';
import classes from './OrderingTab.module.css';

type SelectionBarProps = Readonly<{ selected: ReadonlySet<string>; actions: RowActions }>;

/** The actions on the selected rows, each as one undo step. */
export function SelectionBar({ selected, actions }: SelectionBarProps) {
  const { entries, lookup } = useEditor();
  const [updating, setUpdating] = useState(false);
  const [typed, setTyped] = useState('');
  const [first = '', second] = selected;
  const outdated = outdatedIn(entries, lookup).filter(({ entry }) => selected.has(entry.dial_id));
  const quiet = { variant: 'default', size: 'xs' } as const;
  const move = () => {
    if (typed === '') return;
    actions.place(first, Number(typed), true);
    setTyped('');
  };
  return (
    <div role="group" aria-label="Selected dials" className={`ls-row ls-wrap ls-gap-8 ${classes.selection}`}>
      <b className="ls-mid ls-ink">{plural(selected.size, 'dial')} selected</b>
      <Button {...quiet} onClick={() => actions.place(first, 1, true)}>
        Move to top
      </Button>
      <Button {...quiet} onClick={() => actions.place(first, Infinity, true)}>
        Move to end
      </Button>
      <form
        className="ls-row ls-gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <TextInput
          size="xs"
          w={84}
          aria-label={`Position, 1 to ${entries.length}`}
          placeholder="Position"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value.replaceAll(/\D/g, ''))}
        />
        <Button {...quiet} type="submit" disabled={typed === ''}>
          Move
        </Button>
      </form>
      {second !== undefined && selected.size === 2 && (
        <Button {...quiet} onClick={() => actions.compareBoth(first, second)}>
          Compare
        </Button>
      )}
      {outdated.length > 0 && (
        <Button {...quiet} onClick={() => setUpdating(true)}>
          Update {plural(outdated.length, 'Dial')}
        </Button>
      )}
      <Button {...quiet} c="var(--ls-red-text)" onClick={() => actions.remove(first)}>
        Remove
      </Button>
      <button type="button" className="ls-link" onClick={() => actions.clearSelection(first)}>
        Clear selection
      </button>
      {updating && (
        <UpdateAllDialog title="Update selected Dials" outdated={outdated} onClose={() => setUpdating(false)} />
      )}
    </div>
  );
}
