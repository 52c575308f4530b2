import type { EditableList } from '#contract/admin-lists.ts';
import { AddDialog, type AddField } from '#web/admin/AddDialog.tsx';
import { LIST_LABELS } from '#web/admin/listLabels.ts';
import { useChange } from '#web/admin/useChange.ts';
import { useApi } from '#web/api/client.tsx';
import { useTakeOptions } from './useOptionChange.ts';

const FIELDS: readonly AddField[] = [
  { path: 'code', label: 'Code', required: true, description: 'Dials keep it. It cannot be changed later.' },
  { path: 'label', label: 'Label', required: true },
  { path: 'group', label: 'Group' },
];
const WORDS = { done: 'Option successfully added', failed: 'Failed to add option' };

export function AddOption({ list, onClose }: Readonly<{ list: EditableList; onClose: () => void }>) {
  const api = useApi();
  const take = useTakeOptions(list);
  const adding = useChange(WORDS);
  return (
    <AddDialog
      title={`Add to ${LIST_LABELS[list]}`}
      fields={FIELDS}
      confirmLabel="Add option"
      failure={adding.failure}
      busy={adding.busy}
      onAdd={({ code = '', label = '', group = '' }) =>
        void adding.run({
          send: () =>
            api.addOption({
              params: { list },
              body: { code: code.trim(), label: label.trim(), group: group.trim() === '' ? null : group.trim() },
            }),
          onDone: (given) => {
            take(given);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
