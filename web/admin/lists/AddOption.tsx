import type { EditableList } from '#contract/admin-lists.ts';
import { AddDialog, type AddField } from '#web/admin/AddDialog.tsx';
import { LIST_LABELS } from '#web/admin/listLabels.ts';
import { applyOptions } from '#web/admin/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { useApi } from '#web/api/client.tsx';

const FIELDS: readonly AddField[] = [
  { path: 'code', label: 'Code', required: true, description: 'Dials keep it. It cannot be changed later.' },
  { path: 'label', label: 'Label', required: true },
  { path: 'group', label: 'Group' },
];

export function AddOption({ list, onClose }: Readonly<{ list: EditableList; onClose: () => void }>) {
  const api = useApi();
  const { run, busy, failure } = useChange({
    send: ({ code = '', label = '', group = '' }: Readonly<Record<string, string>>) =>
      api.addOption({
        params: { list },
        body: { code: code.trim(), label: label.trim(), group: group.trim() === '' ? null : group.trim() },
      }),
    done: 'Option successfully added',
    failed: 'Failed to add option',
    apply: (queries, options) => applyOptions(queries, list, options),
    onDone: onClose,
  });
  return (
    <AddDialog
      title={`Add to ${LIST_LABELS[list]}`}
      fields={FIELDS}
      confirmLabel="Add option"
      failure={failure}
      busy={busy}
      onAdd={(texts) => void run(texts)}
      onClose={onClose}
    />
  );
}
