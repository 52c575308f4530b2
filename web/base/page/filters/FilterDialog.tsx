import { TextInput } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import type { SavedFilter } from '#contract/filter.ts';
import { checkFilter, type FilteredList } from '#domain/filter/saved-filter.ts';
import { useApi } from '#web/base/api/client.tsx';
import { refresh } from '#web/base/api/nouns.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { ConfirmChange } from '#web/base/page/useConfirm.tsx';
import { useForm } from '#web/base/page/useForm.ts';
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
  const change = useChange({
    send: ({ name }: Readonly<{ name: string }>) =>
      filter
        ? api.renameFilter({ params: { filterId: filter.id }, body: { name } })
        : api.saveFilter({ body: { list, name, address } }),
    done: filter ? 'Filter renamed' : 'Filters saved',
    failed: filter ? 'Failed to rename the filter' : 'Failed to save the filters',
    apply: refreshFilters,
    onDone: onClose,
  });
  const { text, submit } = useForm({
    initial: { name: filter?.name ?? '' },
    check: ({ name }) => {
      const errors = checkFilter(filter ? { ...filter, name } : { list, address, name }, kept);
      return { name: errors.find(({ path }) => path === 'name')?.message };
    },
    change,
    send: change.run,
  });
  return (
    <Dialog
      title={filter ? 'Rename the saved filter' : 'Save these filters'}
      onClose={onClose}
      submit={filter ? 'Rename' : 'Save'}
      change={change}
      fields={['name']}
      onSubmit={submit}
    >
      <TextInput label="Name" data-autofocus {...text('name')} />
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
