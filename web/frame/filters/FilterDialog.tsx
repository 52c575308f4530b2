import { TextInput } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedFilter } from '#contract/filter.ts';
import { checkFilter, type FilteredList } from '#domain/filter/saved-filter.ts';
import { useApi } from '#web/api/client.tsx';
import { refresh } from '#web/api/nouns.ts';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmChange } from '#web/frame/useConfirm.tsx';
import { Dialog } from '#web/kit/Dialog.tsx';

export type FilterQuestion = Readonly<{ kind: 'save' }> | Readonly<{ kind: 'rename' | 'delete'; filter: SavedFilter }>;

type FilterDialogProps = Readonly<{
  asking: FilterQuestion;
  list: FilteredList;
  /** The current state of the list. */
  address: string;
  /** All filters the person has saved. */
  kept: readonly SavedFilter[];
  onClose: () => void;
}>;

const refreshFilters = (queries: QueryClient): Promise<void> => refresh(queries, 'filters');

/** Names the filters of a list, or renames or deletes saved ones. */
export function FilterDialog({ asking, ...props }: FilterDialogProps) {
  if (asking.kind === 'delete') return <DeleteDialog filter={asking.filter} onClose={props.onClose} />;
  return <NameDialog {...props} filter={asking.kind === 'rename' ? asking.filter : undefined} />;
}

type NameDialogProps = Omit<FilterDialogProps, 'asking'> &
  Readonly<{ /** The one that gets another name. */ filter: SavedFilter | undefined }>;

function NameDialog({ list, address, kept, filter, onClose }: NameDialogProps) {
  const api = useApi();
  const [name, setName] = useState(filter?.name ?? '');
  const [wrong, setWrong] = useState<string>();
  const change = useChange({
    send: (newName: string) =>
      filter
        ? api.renameFilter({ params: { filterId: filter.id }, body: { name: newName } })
        : api.saveFilter({ body: { list, name: newName, address } }),
    done: filter ? 'Filter renamed' : 'Filters saved',
    failed: filter ? 'Failed to rename the filter' : 'Failed to save the filters',
    apply: refreshFilters,
    onDone: onClose,
  });
  const save = () => {
    change.forget();
    const sent = filter ? { ...filter, name } : { list, address, name };
    const error = checkFilter(sent, kept).find(({ path }) => path === 'name')?.message;
    setWrong(error);
    if (error === undefined) void change.run(name);
  };
  return (
    <Dialog
      title={filter ? 'Rename the saved filter' : 'Save these filters'}
      onClose={onClose}
      submit={filter ? 'Rename' : 'Save'}
      change={change}
      fields={['name']}
      onSubmit={save}
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        error={wrong ?? change.failure?.field('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Dialog>
  );
}

function DeleteDialog({ filter, onClose }: Readonly<{ filter: SavedFilter; onClose: () => void }>) {
  const api = useApi();
  return (
    <ConfirmChange
      title={`Delete the saved filter “${filter.name}”?`}
      text="This only removes the saved filter. The list does not change."
      submit="Delete"
      keep="Keep it"
      danger
      onClose={onClose}
      change={{
        send: () => api.deleteFilter({ params: { filterId: filter.id } }),
        done: 'Filter deleted',
        failed: 'Failed to delete the filter',
        apply: refreshFilters,
      }}
    />
  );
}
