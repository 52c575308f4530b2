import { TextInput } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SavedFilter } from '#contract/filter.ts';
import { checkFilter, type FilteredList } from '#domain/filter/saved-filter.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog, DialogFoot, FormDialog } from '#web/kit/ConfirmDialog.tsx';
import { useFocusBack } from '#web/kit/focus.ts';

export type FilterDialogsProps = Readonly<{
  opened: boolean;
  asking: Readonly<{ kind: 'save' }> | Readonly<{ kind: 'rename' | 'delete'; filter: SavedFilter }> | undefined;
  list: FilteredList;
  /** The current state of the list. */
  address: string;
  /** All filters the person has saved. */
  kept: readonly SavedFilter[];
  onClose: () => void;
}>;

const refresh = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: ['filters'] });

/** The dialogs of a saved filter: name, rename, delete. */
export function FilterDialogs({ asking, ...props }: FilterDialogsProps) {
  useFocusBack(asking !== undefined);
  if (asking === undefined) return null;
  if (asking.kind === 'delete') return <DeleteDialog filter={asking.filter} onClose={props.onClose} />;
  return <NameDialog {...props} filter={asking.kind === 'rename' ? asking.filter : undefined} />;
}

type NameDialogProps = Pick<FilterDialogsProps, 'list' | 'address' | 'kept' | 'onClose'> &
  Readonly<{ /** The one that gets another name. */ filter: SavedFilter | undefined }>;

function NameDialog({ list, address, kept, filter, onClose }: NameDialogProps) {
  const api = useApi();
  const [name, setName] = useState(filter?.name ?? '');
  const [wrong, setWrong] = useState<string>();
  const { run, busy, failure, forget } = useChange({
    send: (newName: string) =>
      filter
        ? api.renameFilter({ params: { filterId: filter.id }, body: { name: newName } })
        : api.saveFilter({ body: { list, name: newName, address } }),
    done: filter ? 'Filter renamed' : 'Filters saved',
    failed: filter ? 'Failed to rename the filter' : 'Failed to save the filters',
    apply: refresh,
    onDone: onClose,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    forget();
    const sent = filter ? { ...filter, name } : { list, address, name };
    const error = checkFilter(sent, kept).find(({ path }) => path === 'name')?.message;
    setWrong(error);
    if (error === undefined) void run(name);
  };
  return (
    <FormDialog onClose={onClose} title={filter ? 'Rename the saved filter' : 'Save these filters'} size={428}>
      <form onSubmit={save} noValidate>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={wrong ?? failure?.field('name') ?? failure?.detail}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogFoot onClose={onClose} submit={filter ? 'Rename' : 'Save'} busy={busy} />
      </form>
    </FormDialog>
  );
}

function DeleteDialog({ filter, onClose }: Readonly<{ filter: SavedFilter; onClose: () => void }>) {
  const api = useApi();
  const change = useChange({
    send: () => api.deleteFilter({ params: { filterId: filter.id } }),
    done: 'Filter deleted',
    failed: 'Failed to delete the filter',
    apply: refresh,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      question={`Delete the saved filter “${filter.name}”?`}
      consequence="This only removes the saved filter. The list does not change."
      confirmLabel="Delete"
      cancelLabel="Keep it"
      danger
      onCancel={onClose}
      change={change}
    />
  );
}
