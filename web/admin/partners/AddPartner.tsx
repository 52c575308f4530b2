import { AddDialog, type AddField } from '#web/admin/AddDialog.tsx';
import { applyMatrix } from '#web/admin/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { useApi } from '#web/api/client.tsx';

const FIELDS: readonly AddField[] = [
  { path: 'number', label: 'Number', required: true, description: 'It cannot be changed later.' },
  { path: 'name', label: 'Name', required: true },
];
const MAX_NUMBER = 99_999;

export function AddPartner({ onClose }: Readonly<{ onClose: () => void }>) {
  const api = useApi();
  const { run, busy, failure } = useChange({
    send: (body: Readonly<{ number: number; name: string }>) => api.addPartner({ body }),
    done: 'Partner successfully added',
    failed: 'Failed to add partner',
    apply: applyMatrix,
    onDone: onClose,
  });
  return (
    <AddDialog
      title="Add partner"
      fields={FIELDS}
      confirmLabel="Add partner"
      check={check}
      failure={failure}
      busy={busy}
      onAdd={({ number = '', name = '' }) => void run({ number: Number(number), name: name.trim() })}
      onClose={onClose}
    />
  );
}

function check(path: string, text: string): string | undefined {
  if (path !== 'number') return undefined;
  const fits = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_NUMBER;
  return fits ? undefined : 'Please write a whole number from 1 to 99999';
}
